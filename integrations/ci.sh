#!/usr/bin/env bash
# Takes the program or the package of a release, runs a command of it, and collects its report. action.yml and
# gitlab/id-emulator.yml run it, with these variables:
#
# INPUT_VERSION    the release, such as v0.1.0
# INPUT_RELEASES   URL of the folder that has a folder for each release
# INPUT_FORM       program or package; empty: package for verify, because Pact's verifier is a package, or else program
# INPUT_COMMAND    exec, audit or verify
# INPUT_ARGUMENTS  flags, and what the command runs; the shell reads them
# INPUT_REPORT     folder for the files of the report
#
# The exit code is that of the command. The report is also in $GITHUB_STEP_SUMMARY, if that is set.
set -euo pipefail

version=${INPUT_VERSION:-} releases=${INPUT_RELEASES:-} command=${INPUT_COMMAND:-exec} form=${INPUT_FORM:-}
arguments=${INPUT_ARGUMENTS:-} report=${INPUT_REPORT:-id-emulator-report}
# A block of YAML has several lines, with or without a backslash at their ends.
arguments=${arguments//$'\\\n'/ } && arguments=${arguments//$'\n'/ }
# They are no business of what the command runs.
unset "${!INPUT_@}"

fail() {
  echo "id-emulator: $1" >&2
  exit 2
}

# The name of this system in the names of the programs.
system() {
  local kind processor
  case $(uname -s) in
    Linux) kind=linux ;;
    Darwin) kind=darwin ;;
    MINGW* | MSYS*) kind=win32 ;;
    *) fail "there is no program for $(uname -s); use the package" ;;
  esac
  case $(uname -m) in
    x86_64) processor=x64 ;;
    aarch64 | arm64) processor=arm64 ;;
    *) fail "there is no program for $(uname -m); use the package" ;;
  esac
  echo "$kind-$processor"
}

# Downloads a file of the release into the working folder, and compares its checksum.
take() {
  local file=$1
  local name
  for name in "$file" SHA256SUMS; do
    curl --fail --silent --show-error --location --retry 3 --remote-name "$releases/$version/$name" ||
      fail "there is no $name in $releases/$version"
  done
  local sum="sha256sum"
  # macOS has another command.
  command -v sha256sum >/dev/null || sum="shasum -a 256"
  grep -E "^[0-9a-f]{64} [ *]$file\$" SHA256SUMS | $sum --check >/dev/null ||
    fail "$file has another checksum than SHA256SUMS says"
}

# Puts id-emulator on the PATH.
provide() {
  local folder archive packages
  folder=$(mktemp -d)
  cd "$folder"
  if [ "$form" = program ]; then
    archive=id-emulator-$(system).tar.gz
    take "$archive"
    tar -xzf "$archive"
    PATH=$folder:$PATH
  else
    archive=id-emulator-${version#v}.tgz
    take "$archive"
    packages=("./$archive")
    # Later ones of Pact need Node.js 22.
    [ "$command" != verify ] || packages+=(@pact-foundation/pact@16)
    npm install --silent --no-audit --no-fund "${packages[@]}"
    PATH=$folder/node_modules/.bin:$PATH
  fi
  cd "$OLDPWD"
}

# Where the command writes its report.
report_flags() {
  printf '%q ' --junit "$report/report.xml"
  case $command in
    exec) printf '%q ' --save "$report/sandboxes" ;;
    audit) printf '%q ' --save "$report/findings" ;;
  esac
}

# The last lines of the output: there the command says what it has found.
summary() {
  local how="failed with exit code $1"
  [ "$1" != 0 ] || how=passed
  echo "### id-emulator $command $how"
  echo
  echo '``````text'
  tail -n 200 "$report/output.txt" | sed $'s/\x1b\\[[0-9;]*m//g'
  echo '``````'
}

case $command in exec | audit | verify) ;; *) fail "expected the command exec, audit or verify, found $command" ;; esac
[ "$command" != verify ] || form=${form:-package}
form=${form:-program}
case $form in program | package) ;; *) fail "expected the form program or package, found $form" ;; esac
[ "$command $form" != "verify program" ] || fail "verify needs the form package, because Pact's verifier is a package"
[ -n "$version" ] || fail "which version? Name a release such as v0.1.0"

provide
mkdir -p "$report"
code=0
run() { eval "id-emulator $command $(report_flags) $arguments"; }
if [[ " $arguments " == *" --json "* ]]; then
  # A later "audit --check" reads it.
  (run) 2>&1 >"$report/report.json" | tee "$report/output.txt" || code=$?
else
  (run) 2>&1 | tee "$report/output.txt" || code=$?
fi
summary "$code" >>"${GITHUB_STEP_SUMMARY:-/dev/null}"
exit "$code"
