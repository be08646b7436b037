# Run with: sh test.sh
. ./slug.sh

failed=0
check() {
	got=$(slug "$1")
	if [ "$got" = "$2" ]; then
		echo "ok    '$1' -> $got"
	else
		echo "FAIL  '$1': got '$got', want '$2'"
		failed=1
	fi
}

check "Hello World" "hello-world"
check "What's new" "what-s-new"
check "Ready, steady, go!" "ready-steady-go"
check "C++ or Go" "c-or-go"

exit $failed
