package cli

import (
	"fmt"
	"time"

	"beestown/config"
)

func firstTimeout(l config.Limits, local bool) time.Duration {
	if local {
		return l.FirstEventLocal
	}
	return l.FirstEvent
}

// keyVariable is the variable that a hint about a refused key names.
func keyVariable(ep config.Endpoint) string {
	if preset, ok := config.FindPreset(ep.Provider); ok && len(preset.KeyVariables) > 0 {
		return preset.KeyVariables[0]
	}
	return "BEESTOWN_API_KEY"
}

// endpoint works out which model to talk to, and refuses to send the user's key to an address that
// the project chose.
func endpoint(cfg *config.Loaded) (config.Endpoint, error) {
	ep, err := cfg.Endpoint()
	if err != nil {
		return ep, &exit{code: exitConfig, err: err}
	}
	if ep.BaseURLOrigin.Kind != config.FromProject || ep.APIKey == "" {
		return ep, nil
	}
	if !ep.Local {
		return ep, &exit{code: exitConfig,
			err:  fmt.Errorf("base_url %s comes from this project (%s), and your key would go there", ep.BaseURL, ep.BaseURLOrigin),
			hint: "if you trust it, put base_url into " + cfg.Places.Show(cfg.Places.UserFile()) + " or give --base-url",
		}
	}
	ep.APIKey, ep.KeySource = "", "" // a server on this machine may do without
	return ep, nil
}
