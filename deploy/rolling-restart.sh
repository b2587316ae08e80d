#!/bin/sh
# Restarts the instances one after the other, so that one of them always responds.
# Use:  deploy/rolling-restart.sh [PORT...]         gis-site@3001 and gis-site@3002 unless ports are named
# Goes on to the next instance when /readyz of the one before is 200; stops at one that is not ready within a
# minute, and leaves the others running. Exits with 0 when all have restarted, else with 1. A second script waits
# until the first has ended.
# Without systemd: RESTART is the command that restarts an instance, with its port as argument:
#   RESTART='supervisorctl restart' deploy/rolling-restart.sh 3001 3002
# Check: sh -n deploy/rolling-restart.sh; needs curl and flock.
set -u

RESTART=${RESTART:-restart_unit}
WAIT_SECONDS=${WAIT_SECONDS:-60}
[ $# -gt 0 ] || set -- 3001 3002

restart_unit() {
  # systemd runs a unit that was changed only after it has read it.
  [ "$(systemctl show -P NeedDaemonReload "gis-site@$1")" != yes ] || systemctl daemon-reload
  systemctl restart "gis-site@$1"
}

warn_of_other_unit() {
  installed=/etc/systemd/system/gis-site@.service
  own=$(dirname "$0")/gis-site@.service
  if [ -e "$installed" ] && ! cmp -s "$own" "$installed"; then
    echo "rolling-restart: $installed is not that of this release: cp $own $installed" >&2
  fi
}

is_ready() {
  curl --silent --fail --max-time 5 --output /dev/null "http://127.0.0.1:$1/readyz"
}

wait_until_ready() {
  waited=0
  until is_ready "$1"; do
    [ "$waited" -lt "$WAIT_SECONDS" ] || return 1
    sleep 1
    waited=$((waited + 1))
  done
}

command -v curl >/dev/null || { echo "rolling-restart: curl is missing: apt-get install curl" >&2; exit 1; }

# Two scripts at once could restart all instances at the same time.
exec 9>/run/lock/gis-site-restart
if ! flock --nonblock 9; then
  echo "rolling-restart: another one runs; this one waits for its end"
  flock 9
fi

[ "$RESTART" != restart_unit ] || warn_of_other_unit
for port in "$@"; do
  for other in "$@"; do
    if [ "$other" != "$port" ] && ! wait_until_ready "$other"; then
      echo "rolling-restart: the instance on port $other is not ready after $WAIT_SECONDS s, so the one on $port is left alone: see journalctl -u gis-site@$other" >&2
      exit 1
    fi
  done
  echo "rolling-restart: the instance on port $port restarts"
  # Unquoted, as it may be a command with arguments.
  # shellcheck disable=SC2086
  if ! $RESTART "$port" 9>&-; then
    echo "rolling-restart: the instance on port $port could not be restarted; nothing else was touched" >&2
    exit 1
  fi
  if ! wait_until_ready "$port"; then
    echo "rolling-restart: the instance on port $port is not ready after $WAIT_SECONDS s, so the rest is left alone: see journalctl -u gis-site@$port" >&2
    exit 1
  fi
done
echo "rolling-restart: all instances run anew"
