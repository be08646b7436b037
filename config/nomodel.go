package config

import (
	"net/url"
	"strings"
)

// NoModelError says that nothing can be asked yet, with the facts that the first-run
// screen shows and that a run without a screen prints.
type NoModelError struct {
	// Missing is what was not found: "provider" (nothing at all), "base_url", "key" or "model".
	Missing string
	// Endpoint is what is known: for a missing model the server can be asked for its models.
	Endpoint Endpoint
	// Looked lists the places that were looked at, in order.
	Looked []Fact
}

// Fact is a place that was looked at.
type Fact struct {
	// Place is a variable's name, or a file as shown to the user.
	Place string
	// Kind is FromEnvironment, FromUser or FromProject.
	Kind OriginKind
	// Found says whether the variable is set, or the file is there.
	Found bool
}

// Error says in one sentence what is missing and what to do.
func (e *NoModelError) Error() string {
	provider := e.Endpoint.Provider
	switch e.Missing {
	case "base_url":
		if preset, ok := FindPreset(provider); ok && preset.BaseURLVariable != "" {
			return "provider " + provider + " has no base_url; set " + preset.BaseURLVariable + ", or base_url in config.yml"
		}
		return "provider " + provider + " has no base_url; set providers." + provider + ".base_url in config.yml"
	case "model":
		return "no model is chosen for " + provider + " at " + e.Endpoint.BaseURL + "; name one with --model, BEESTOWN_MODEL, or model in config.yml"
	case "key":
		return "no API key for " + provider + " at " + e.Endpoint.BaseURL + " (" + e.looked() + "); set one of these variables, or api_key in your own config.yml"
	}
	return "no model is configured; set OPENAI_API_KEY or another provider's key, or provider or base_url in config.yml"
}

// looked lists the variables that are not set.
func (e *NoModelError) looked() string {
	var names []string
	for _, f := range e.Looked {
		if f.Kind == FromEnvironment && !f.Found {
			names = append(names, f.Place)
		}
	}
	return strings.Join(names, ", ") + " not set"
}

// CredentialName is the name under which the credentials file keeps a key: the
// provider's, or for an endpoint that only has an address its host and port, so that
// no key goes to a host it was not given for.
func CredentialName(provider, baseURL string) string {
	if provider != Custom {
		return provider
	}
	u, err := url.Parse(baseURL)
	if err != nil {
		return ""
	}
	return u.Host
}

// missing makes the error with all facts.
func (r *resolver) missing(what string) error {
	e := &NoModelError{Missing: what, Endpoint: r.endpoint}
	variable := func(name string) {
		value, set := r.lookupEnv(name)
		e.Looked = append(e.Looked, Fact{Place: name, Kind: FromEnvironment, Found: set && value != ""})
	}
	variable("BEESTOWN_API_KEY")
	if r.endpoint.Provider == "" {
		for _, p := range Presets() {
			for _, name := range p.KeyVariables {
				variable(name)
			}
		}
	}
	for _, name := range r.keyVariables() {
		variable(name)
	}
	if name := r.preset.BaseURLVariable; name != "" {
		variable(name)
	}
	file := func(path string, kind OriginKind, found bool) {
		e.Looked = append(e.Looked, Fact{Place: r.Places.Show(path), Kind: kind, Found: found})
	}
	stored, err := ReadCredentials(r.Places.CredentialsFile())
	file(r.Places.UserFile(), FromUser, r.UserFile != "")
	file(r.Places.CredentialsFile(), FromUser, err == nil && len(stored) > 0)
	if r.ProjectFile != "" {
		file(r.ProjectFile, FromProject, true)
	}
	return e
}
