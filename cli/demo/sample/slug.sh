# slug TITLE prints the title as it appears in an address: lower case, words joined by dashes.
slug() {
	printf '%s' "$1" |
		tr '[:upper:]' '[:lower:]' |
		tr -cs 'a-z0-9' '-'
}
