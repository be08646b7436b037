// Package config reads what the user and the project have set, and nothing else
// does: every other package takes a small options struct of its own.
//
// Start with Load. It finds the two files, checks each strictly (an unknown key is
// an error that names the file, the line and the nearest known key), layers
//
//	flag > BEESTOWN_* variable > project .beestown.yml > user config.yml > default
//
// and remembers for every key where its value came from. Fixed keys (scalars and
// lists) are layered by viper; maps, whose keys are the user's own words, are
// decoded from the YAML tree with their case kept and are merged entry by entry and
// field by field. Permission rules and the lists that only restrict are added up.
//
// The fields of Config are the reference of the keys: their yaml tags are the names,
// their config tags the checks (see field.go), their comments the documentation.
// Nothing here reads the process environment or the working directory by itself;
// both come in through Options.
package config
