package config

// Preset is what is known about a provider of an OpenAI-compatible API.
type Preset struct {
	// Name is what the key "provider" says.
	Name string
	// BaseURL is the address; empty if it differs from account to account.
	BaseURL string
	// BaseURLVariable is the environment variable that changes it; empty means none.
	BaseURLVariable string
	// KeyVariables are the environment variables that may hold the key, the first one set wins.
	KeyVariables []string
	// Model is used when none is configured; empty means the user must choose.
	Model string
	// Local servers usually run on this machine and need no key.
	Local bool
	// KeyHeader carries the bare key; empty means "Authorization: Bearer".
	KeyHeader string
	// Headers are sent with every request.
	Headers map[string]string
}

// Presets lists the known providers, in the order in which their keys are looked for
// when no provider is configured. The caller owns the list.
func Presets() []Preset {
	return []Preset{
		{Name: "openai", BaseURL: "https://api.openai.com/v1", BaseURLVariable: "OPENAI_BASE_URL", KeyVariables: []string{"OPENAI_API_KEY"}, Model: "gpt-5.1"},
		{Name: "openrouter", BaseURL: "https://openrouter.ai/api/v1", KeyVariables: []string{"OPENROUTER_API_KEY"}, Model: "openrouter/auto", Headers: map[string]string{"X-Title": "BeesTown"}},
		{Name: "anthropic", BaseURL: "https://api.anthropic.com/v1", KeyVariables: []string{"ANTHROPIC_API_KEY"}, Model: "claude-sonnet-4-5"},
		{Name: "gemini", BaseURL: "https://generativelanguage.googleapis.com/v1beta/openai", KeyVariables: []string{"GEMINI_API_KEY", "GOOGLE_API_KEY"}, Model: "gemini-2.5-pro"},
		{Name: "deepseek", BaseURL: "https://api.deepseek.com/v1", KeyVariables: []string{"DEEPSEEK_API_KEY"}, Model: "deepseek-chat"},
		{Name: "groq", BaseURL: "https://api.groq.com/openai/v1", KeyVariables: []string{"GROQ_API_KEY"}, Model: "openai/gpt-oss-120b"},
		{Name: "mistral", BaseURL: "https://api.mistral.ai/v1", KeyVariables: []string{"MISTRAL_API_KEY"}, Model: "mistral-large-latest"},
		{Name: "xai", BaseURL: "https://api.x.ai/v1", KeyVariables: []string{"XAI_API_KEY"}, Model: "grok-4"},
		{Name: "azure", BaseURLVariable: "AZURE_OPENAI_ENDPOINT", KeyVariables: []string{"AZURE_OPENAI_API_KEY"}, KeyHeader: "api-key"},
		{Name: "ollama", BaseURL: "http://127.0.0.1:11434/v1", Local: true},
		{Name: "lmstudio", BaseURL: "http://127.0.0.1:1234/v1", Local: true},
		{Name: "llamacpp", BaseURL: "http://127.0.0.1:8080/v1", Local: true},
		{Name: "vllm", BaseURL: "http://127.0.0.1:8000/v1", Local: true},
	}
}

// FindPreset returns the preset of that name.
func FindPreset(name string) (Preset, bool) {
	for _, p := range Presets() {
		if p.Name == name {
			return p, true
		}
	}
	return Preset{}, false
}
