# The site in an image that runs as an unprivileged user and writes nowhere but /data and /tmp; `npm run publish` also to
# CONTENT_DIR and /app/dist/publications.
#   docker build --build-arg REVISION="$(git rev-parse HEAD)" -t gis-site .
#   docker run --read-only --tmpfs /tmp -p 3000:3000 -v gis-data:/data --env-file .env gis-site
# Two instances with nginx and PostgreSQL: deploy/compose.yaml. To pin the base by its content as well, append the
# digest that `docker buildx imagetools inspect node:24.21.0-bookworm-slim` prints: FROM node:24.21.0-bookworm-slim@sha256:…
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
ARG REVISION=""
RUN REVISION="$REVISION" node build.mjs && npm prune --omit=dev

FROM node:24.21.0-bookworm-slim
# As in package.json.
ARG VERSION=1.2.0
ARG REVISION=""
LABEL org.opencontainers.image.title="GIS school website" \
      org.opencontainers.image.version="$VERSION" \
      org.opencontainers.image.revision="$REVISION"
ENV NODE_ENV=production \
    LOG_FORMAT=json \
    DATA_DIR=/data \
    MALLOC_ARENA_MAX=2 \
    MALLOC_MMAP_THRESHOLD_=131072
WORKDIR /app
COPY --from=build /app/package.json /app/LICENSE /app/THIRD-PARTY-NOTICES.md ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/content ./content
COPY --from=build /app/sample ./sample
COPY --from=build /app/deploy/health-check.mjs ./deploy/
# Its publications are a volume that the publisher writes (deploy/compose.yaml); the image has those of the sample.
RUN install -d -o node -g node -m 0700 /data && chown -R node:node /app/dist/publications
USER node
EXPOSE 3000
VOLUME /data
# On SIGTERM the server ends within 12 s; Docker waits 10 s without --stop-timeout 20.
STOPSIGNAL SIGTERM
# Docker only shows the state, and `up --wait` ends at the first unhealthy one: on a busy machine a check takes seconds.
HEALTHCHECK --interval=10s --timeout=10s --start-period=60s CMD ["node", "deploy/health-check.mjs"]
CMD ["node", "--max-old-space-size=512", "dist/server/main.js"]
