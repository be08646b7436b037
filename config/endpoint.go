package config

import (
	"fmt"
	"maps"
	"net"
	"net/url"
	"slices"
	"strings"
)

// Custom is the provider's name of an endpoint that only has a base_url.
const Custom = "custom"

// Endpoint is where requests to the model go, and with what.
type Endpoint struct {
	// Provider is the preset or entry of providers that it comes from, or Custom.
	Provider string
	// BaseURL has no slash at its end.
	BaseURL string
	// BaseURLOrigin is where the address comes from; a project's needs the user's trust.
	BaseURLOrigin Origin
	// APIKey is the key; empty for a server that needs none.
	APIKey string
	// KeySource is where the key was found: a variable's name, a file with its line, "flag ...", or empty.
	KeySource string
	// KeyHeader carries the bare key; empty means "Authorization: Bearer".
	KeyHeader string
	// Model is the model's name.
	Model string
	// Local means that the server is on this machine: it needs no key, and its first answer may be slow.
	Local bool
	// Headers are sent with every request.
	Headers map[string]string
	// Query is added to the address of every request (Azure's api-version).
	Query map[string]string
}

// String shows the endpoint without its key.
func (e Endpoint) String() string { return e.Model + " @ " + e.BaseURL }

// GoString shows the endpoint without its key.
func (e Endpoint) GoString() string { return e.String() }

// Endpoint works out which model to talk to. The provider is the configured one;
// else a base_url alone is one; else an api_key alone is OpenAI's; else it is the
// first preset whose key is in the environment or in the credentials file. The error
// is a *NoModelError when something is missing that the first-run screen can ask
// for, or a plain sentence. It reads the credentials file only if nothing else has the key.
func (l *Loaded) Endpoint() (Endpoint, error) {
	r := resolver{Loaded: l}
	if err := r.provider(); err != nil {
		return Endpoint{}, err
	}
	if r.endpoint.Provider == "" {
		return Endpoint{}, r.missing("provider")
	}
	if err := r.baseURL(); err != nil {
		return Endpoint{}, err
	}
	if err := r.key(); err != nil {
		return Endpoint{}, err
	}
	if r.endpoint.Model = r.model(); r.endpoint.Model == "" {
		return Endpoint{}, r.missing("model")
	}
	return r.endpoint, nil
}

// resolver holds what is known so far while an endpoint is worked out.
type resolver struct {
	*Loaded
	endpoint    Endpoint
	preset      Preset
	entry       Provider
	credentials map[string]string
}

func (r *resolver) variable(name string) string {
	value, _ := r.lookupEnv(name)
	return value
}

// stored returns a key of the credentials file, which is read at the first use.
func (r *resolver) stored(name string) (string, error) {
	if r.credentials == nil {
		stored, err := ReadCredentials(r.Places.CredentialsFile())
		if err != nil {
			return "", fmt.Errorf("%s %w", r.Places.Show(r.Places.CredentialsFile()), err)
		}
		r.credentials = stored
	}
	return r.credentials[name], nil
}

// provider chooses the provider; none at all is no error here.
func (r *resolver) provider() error {
	name := r.Config.Provider
	switch {
	case name != "":
	case r.Config.BaseURL != "":
		name = Custom
	case r.Config.APIKey != "":
		name = "openai"
	default:
		var err error
		if name, err = r.keyed(); err != nil || name == "" {
			return err
		}
	}
	preset, known := FindPreset(name)
	entry, listed := r.Config.Providers[name]
	if !known && !listed && name != Custom {
		return r.unknownProvider(name)
	}
	if entry.Err != nil {
		return entry.Err
	}
	r.preset, r.entry = preset, entry
	r.endpoint = Endpoint{Provider: name, Local: preset.Local, KeyHeader: preset.KeyHeader, Headers: maps.Clone(preset.Headers)}
	if version := r.variable("OPENAI_API_VERSION"); name == "azure" && version != "" {
		r.endpoint.Query = map[string]string{"api-version": version}
	}
	return nil
}

// keyed returns the first preset whose key is there.
func (r *resolver) keyed() (string, error) {
	for _, p := range Presets() {
		if slices.ContainsFunc(p.KeyVariables, func(v string) bool { return r.variable(v) != "" }) {
			return p.Name, nil
		}
	}
	for _, p := range Presets() {
		if key, err := r.stored(p.Name); err != nil || key != "" {
			return p.Name, err
		}
	}
	return "", nil
}

func (r *resolver) unknownProvider(name string) error {
	var names []string
	for _, p := range Presets() {
		names = append(names, p.Name)
	}
	names = append(names, slices.Sorted(maps.Keys(r.Config.Providers))...)
	text := fmt.Sprintf("unknown provider %q", name)
	if meant := nearest(name, names); meant != "" {
		text += fmt.Sprintf("; did you mean %q?", meant)
	} else {
		text += "; known: " + strings.Join(names, ", ") + "; others go under providers with a base_url"
	}
	return r.Origin("provider").problem(text)
}

// baseURL finds and checks the address.
func (r *resolver) baseURL() error {
	name := r.endpoint.Provider
	address, origin := r.preset.BaseURL, Origin{}
	if text := r.variable(r.preset.BaseURLVariable); r.preset.BaseURLVariable != "" && text != "" {
		address, origin = text, Origin{Kind: FromEnvironment, Name: r.preset.BaseURLVariable}
		if name == "azure" && !strings.Contains(text, "/openai") {
			address = strings.TrimRight(text, "/") + "/openai/v1"
		}
	}
	if r.entry.BaseURL != "" {
		address, origin = r.entry.BaseURL, r.Origin("providers."+name+".base_url")
	}
	if r.Config.BaseURL != "" {
		address, origin = r.Config.BaseURL, r.Origin("base_url")
	}
	if address == "" {
		return r.missing("base_url")
	}
	u, err := url.Parse(address)
	switch {
	case err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "":
		return origin.problem(fmt.Sprintf("base_url %q is not a web address; write it like \"https://host/v1\"", short(address)))
	case u.User != nil:
		return origin.problem("base_url holds a user name or password; take it out and set api_key")
	case u.RawQuery != "" || u.Fragment != "":
		return origin.problem("base_url holds a query or fragment; end it with the path, such as \"https://host/v1\"")
	}
	r.endpoint.BaseURL = strings.TrimRight(address, "/")
	r.endpoint.BaseURLOrigin = origin
	r.endpoint.Local = loopback(u.Hostname())
	return nil
}

// loopback says whether a host is this machine.
func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// key finds the key, most specific place first.
func (r *resolver) key() error {
	e := &r.endpoint
	if r.Config.APIKey != "" {
		e.APIKey, e.KeySource = r.Config.APIKey, r.Origin("api_key").String()
		return nil
	}
	if r.entry.APIKey != "" {
		e.APIKey, e.KeySource = r.entry.APIKey, r.Origin("providers."+e.Provider+".api_key").String()
		return nil
	}
	for _, name := range r.keyVariables() {
		if key := r.variable(name); key != "" {
			e.APIKey, e.KeySource = key, name
			return nil
		}
	}
	key, err := r.stored(CredentialName(e.Provider, e.BaseURL))
	switch {
	case err != nil:
		return err
	case key != "":
		e.APIKey, e.KeySource = key, r.Places.Show(r.Places.CredentialsFile())
	case !e.Local && !r.preset.Local:
		return r.missing("key")
	}
	return nil
}

// keyVariables are the variables that may hold the key of the chosen provider. An
// endpoint that only has an address takes OpenAI's, as other programs do.
func (r *resolver) keyVariables() []string {
	if r.endpoint.Provider == Custom {
		return []string{"OPENAI_API_KEY"}
	}
	return r.preset.KeyVariables
}

func (r *resolver) model() string {
	switch {
	case r.Config.Model != "":
		return r.Config.Model
	case len(r.entry.Models) > 0:
		return r.entry.Models[0]
	}
	return r.preset.Model
}
