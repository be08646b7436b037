#!/bin/bash
# no() {
LIMIT=10
export PATH_NAME="x"
readonly -a LIST=(1 2)
plain() {
  local inner=1
  nested() { :; }
}
function keyword { echo "no() {"; }
function both() (
  cat <<EOF
no() {
EOF
  cat <<-'END'
	no() {
	END
)
with-dash () { :; }
alias ll='ls -l'
if true; then
  conditional() { :; }
fi
