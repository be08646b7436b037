// Package tools says what a tool is: a Spec that describes it, a Tool that prepares a Call, a Call
// that shows what it would do (Preview) and then does exactly that (Run), and a Result with a half
// for the model and a half for people.
//
// Everything around a call (who may call it, how often, whether the user agrees) is Middleware in a
// Chain; tools/gate holds it. Nothing here knows a screen, a provider or a config file.
package tools
