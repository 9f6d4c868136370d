# Whether the emulator of this container is ready: the health check of the image.
scheme=http
case "$ID_EMULATOR_TLS" in true | 1) scheme=https ;; esac
[ -n "$ID_EMULATOR_TLS_CERT$ID_EMULATOR_TLS_CA" ] && scheme=https
# Who issued its certificate does not matter to itself.
export NODE_TLS_REJECT_UNAUTHORIZED=0
exec id-emulator wait --timeout 2 --url "$scheme://127.0.0.1:${ID_EMULATOR_PORT:-4010}"
