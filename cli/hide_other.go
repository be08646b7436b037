//go:build !linux

package cli

// hideEnvironment does nothing: there is no such switch here.
func hideEnvironment() {}

// environmentShown says why commands can read our environment.
func environmentShown() string {
	return "on this system a child can read our environment, keys too; keep keys in the credentials file"
}
