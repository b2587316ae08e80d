// look.ts
import { createServer as createServer2 } from "node:http";
import { readFileSync, readdirSync, writeFileSync as writeFileSync2, mkdirSync as mkdirSync2 } from "node:fs";
import { spawn as spawn3 } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import sharp from "sharp";
import express2 from "express";

// ../../work/main/sample/provider.ts
import { join as join3 } from "node:path";
import express from "express";
import multer from "multer";
import * as z2 from "zod/mini";

// ../../work/main/sample/records.ts
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod/mini";

// ../../work/main/shared/dates.ts
var INDIA_OFFSET_MS = 5.5 * 60 * 60 * 1e3;
function dayInIndia(instant) {
  return indianTime(instant).slice(0, 10);
}
function indianTime(instant) {
  return new Date(instant.getTime() + INDIA_OFFSET_MS).toISOString();
}
function daysAfter(day, days) {
  const date = /* @__PURE__ */ new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}
function startOfDay(day) {
  return /* @__PURE__ */ new Date(`${day}T00:00:00+05:30`);
}

// ../../work/main/sample/records.ts
var SHORT_LIST_LENGTH = 12;
var SHORT_LIST_UPCOMING = 7;
var template = z.looseObject({
  _id: z.string().check(z.minLength(1)),
  school: z.optional(z.string()),
  daysFromToday: z.optional(z.int()),
  nearest: z.optional(z.string().check(z.regex(/^(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/)))
});
async function loadSampleRecords(folder) {
  const templates = await loadTemplates(folder);
  let made = null;
  return (now) => {
    const day = dayInIndia(now);
    if (made?.day !== day) made = { day, records: recordsOf(templates, day) };
    return made.records;
  };
}
async function loadTemplates(folder) {
  const load = (name) => readTemplates(join(folder, `${name}.json`));
  return {
    birthdays: await load("birthdays"),
    news: await load("news"),
    events: await load("events"),
    gallery: await load("gallery"),
    notification: await load("notifications"),
    onlineRegistration: await load("registrations"),
    principalMessage: await load("leaders"),
    highlight: await load("highlights")
  };
}
function recordsOf(templates, today) {
  const news = dated(templates.news, today, "fromDate");
  const events = dated(templates.events, today, "date");
  const gallery = dated(templates.gallery, today, "date");
  return {
    ...templates,
    news: shortList(news, today),
    newsAll: news.map(({ row }) => row),
    events: shortList(events, today),
    eventsAll: events.map(({ row }) => row),
    gallery: shortList(gallery, today),
    galleryAll: gallery.map(({ row }) => row)
  };
}
async function readTemplates(file) {
  const parsed = z.array(template).safeParse(JSON.parse(await readFile(file, "utf8")));
  if (parsed.success) return parsed.data;
  throw new Error(
    `${file}: ${parsed.error.issues.map(({ path, message }) => `${path.join(".")} ${message}`).join("; ")}`
  );
}
function dated(templates, today, field) {
  return templates.map(({ daysFromToday = 0, nearest, ...fields2 }) => {
    const distant = daysAfter(today, daysFromToday);
    const day = nearest === void 0 ? distant : nearestDay(nearest, distant);
    return { day, row: { ...fields2, [field]: startOfDay(day).toISOString() } };
  }).toSorted((a, b) => b.day.localeCompare(a.day));
}
function shortList(rows, today) {
  const chosen = /* @__PURE__ */ new Set();
  for (const school of new Set(rows.map(({ row }) => row.school))) {
    const own = rows.filter(({ row }) => row.school === school);
    const upcoming = own.filter(({ day }) => day >= today).slice(-SHORT_LIST_UPCOMING);
    const past = own.filter(({ day }) => day < today).slice(0, SHORT_LIST_LENGTH - upcoming.length);
    for (const { row } of [...upcoming, ...past]) chosen.add(row);
  }
  return rows.map(({ row }) => row).filter((row) => chosen.has(row));
}
function nearestDay(monthAndDate, day) {
  const year = Number(day.slice(0, 4));
  const at = (candidate) => Math.abs(Date.parse(candidate) - Date.parse(day));
  const candidates = [year - 1, year, year + 1].map((candidate) => `${candidate}-${monthAndDate}`);
  return candidates.toSorted((a, b) => at(a) - at(b))[0] ?? day;
}

// ../../work/main/sample/submissions.ts
import { randomUUID } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join as join2 } from "node:path";
var MAX_KEYS = 1e3;
function createSampleSubmissions(folder) {
  const known = /* @__PURE__ */ new Map();
  async function save({ formType, fields: fields2, file, idempotencyKey }, now) {
    const earlier = idempotencyKey === void 0 ? void 0 : known.get(idempotencyKey);
    if (earlier !== void 0) return earlier;
    const id = randomUUID();
    if (idempotencyKey !== void 0) remember(idempotencyKey, id);
    if (folder === null) return id;
    const name = `${now.toISOString().replaceAll(":", "-")}-${formType.toLowerCase().replaceAll(/[^a-z]+/g, "-")}-${id}`;
    await mkdir(folder, { recursive: true, mode: 448 });
    const content = { formType, fields: fields2, fileName: file?.name ?? null, idempotencyKey };
    await writeFile(join2(folder, `${name}.json`), `${JSON.stringify(content, null, 2)}
`, {
      mode: 384,
      flag: "wx"
    });
    if (file !== null)
      await writeFile(join2(folder, `${name}.pdf`), file.bytes, { mode: 384, flag: "wx" });
    return id;
  }
  function remember(key, id) {
    known.set(key, id);
    const [oldest] = known.keys();
    if (known.size > MAX_KEYS && oldest !== void 0) known.delete(oldest);
  }
  return { save };
}

// ../../work/main/sample/provider.ts
var MAX_SUBMISSION_BYTES = 10 * 1024 * 1024;
var FORM_TYPES = ["Get In Touch", "Career", "Admission"];
var SAMPLE_ADMISSION = "GIS-2024-001";
var SAMPLE_CERTIFICATE = "certificates/gis-2024-001.jpg";
var LIST_ROUTES = [
  ["/api/birthdays/:code", "birthdays"],
  ["/api/news/:code", "news"],
  ["/api/news/all/:code", "newsAll"],
  ["/api/events/:code", "events"],
  ["/api/events/All/:code", "eventsAll"],
  ["/api/gallery/:code", "gallery"],
  ["/api/gallery/All/:code", "galleryAll"],
  ["/api/notification/:code", "notification"],
  ["/api/onlineRegistration/:code", "onlineRegistration"],
  ["/api/principalMessage/:code", "principalMessage"],
  ["/api/highlight/:code", "highlight"]
];
var fields = z2.record(z2.string(), z2.unknown());
async function createSampleApp({
  folder,
  dataDir,
  schoolCode = "GISNUP",
  now = () => /* @__PURE__ */ new Date()
}) {
  const records = await loadSampleRecords(join3(folder, "records"));
  const submissions = createSampleSubmissions(
    dataDir === null ? null : join3(dataDir, "sample-submissions")
  );
  const app2 = express();
  app2.disable("x-powered-by");
  app2.disable("etag");
  app2.enable("case sensitive routing");
  app2.enable("strict routing");
  app2.param("code", (_req, res, next2, code) => {
    if (code === schoolCode) next2();
    else sendNotFound(res);
  });
  for (const [path, name] of LIST_ROUTES)
    app2.get(path, (_req, res) => void res.json(records(now())[name]));
  app2.get("/api/subGallery", (req, res) => {
    res.json(records(now()).galleryAll.filter(({ _id }) => _id === req.query["id"]));
  });
  app2.use(
    "/api/image",
    express.static(join3(folder, "files"), { index: false, redirect: false, cacheControl: false })
  );
  app2.post("/api/form/:code/:type", submissionHandler(submissions, now));
  app2.post("/api/tc/:code", express.json(), sendCertificate);
  app2.use((_req, res) => sendNotFound(res));
  app2.use(sendError);
  return app2;
}
function sendCertificate(req, res) {
  const { admission, name } = fields.safeParse(req.body).data ?? {};
  const isKnown = typeof admission === "string" && admission.trim().toUpperCase() === SAMPLE_ADMISSION && typeof name === "string";
  res.json({ data: isKnown ? SAMPLE_CERTIFICATE : "" });
}
function sendError(error, _req, res, next2) {
  if (res.headersSent) return next2(error);
  const status = error instanceof Error && "status" in error && typeof error.status === "number" ? error.status : 500;
  res.status(error instanceof multer.MulterError ? 400 : status).json({ error: "bad request" });
}
function sendNotFound(res) {
  res.status(404).json({ error: "not found" });
}
function submissionHandler(submissions, now) {
  const router = express.Router({ mergeParams: true });
  const upload = multer({
    storage: multer.memoryStorage(),
    defParamCharset: "utf8",
    limits: { fileSize: MAX_SUBMISSION_BYTES, files: 1 }
  });
  router.use(
    express.json({ limit: MAX_SUBMISSION_BYTES }),
    upload.single("attachments"),
    async (req, res) => {
      const params = req.params;
      const formType = FORM_TYPES.find((type) => type === params["type"]);
      const body = fields.safeParse(req.body);
      if (formType === void 0) return sendNotFound(res);
      if (!body.success) return void res.status(400).json({ error: "no fields" });
      const file = req.file === void 0 ? null : { name: req.file.originalname, bytes: req.file.buffer };
      const id = await submissions.save(
        { formType, fields: body.data, file, idempotencyKey: req.get("idempotency-key") },
        now()
      );
      res.json({ message: "saved", data: { _id: id } });
    }
  );
  return router;
}

// support/browser-firefox.ts
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createInterface } from "node:readline";

// support/end-process.ts
import { once } from "node:events";
async function endProcess(child, signal = "SIGTERM") {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill(signal);
  await exited;
}

// support/webdriver-bidi.ts
import { WebSocket } from "undici";

// support/webdriver.ts
import { setTimeout } from "node:timers/promises";

// support/effort.ts
var PATIENCE = Number(process.env["TEST_PATIENCE"] ?? 1);
var SOON = { timeout: 3e4 * PATIENCE };
var RUNS = Number(process.env["TEST_RUNS"] ?? 1);
var IS_THOROUGH = RUNS >= 25;

// support/webdriver.ts
function keyActions(text) {
  const actions = Array.from(text, (value) => [
    { type: "keyDown", value },
    { type: "keyUp", value }
  ]).flat();
  return [{ type: "key", id: "keyboard", actions }];
}
var ELEMENT = "element-6066-11e4-a52e-4f735466cecf";
var NOT_YET = /element not interactable|element click intercepted|no such element|stale element|the page has no|no such node/;
async function untilThere(act) {
  const end = performance.now() + SOON.timeout;
  for (; ; ) {
    try {
      return await act();
    } catch (error) {
      if (performance.now() > end || !NOT_YET.test(String(error))) throw error;
      await setTimeout(50);
    }
  }
}
async function untilStill(evaluate, selector) {
  let before = "";
  for (; ; ) {
    const place = await evaluate((wanted) => {
      const element = document.querySelector(wanted);
      element?.scrollIntoView({ block: "center", behavior: "instant" });
      const { left, top, width, height } = element?.getBoundingClientRect() ?? {};
      return element === null ? null : [left, top, width, height].join(" ");
    }, selector);
    if (place === null) throw new Error(`the page has no ${selector}`);
    if (place === before) return;
    before = place;
    await setTimeout(50);
  }
}
async function openSession(driverUrl, capabilities) {
  async function send(method, path, body) {
    const response = await fetch(driverUrl + path, {
      method,
      ...body === void 0 ? {} : { body: JSON.stringify(body) }
    });
    const { value } = await response.json();
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  }
  const { sessionId } = await send("POST", "/session", {
    capabilities: { alwaysMatch: capabilities }
  });
  const session = `/session/${sessionId}`;
  const post = async (command, body = {}) => send("POST", `${session}/${command}`, body);
  async function evaluate(run, ...args) {
    const script = `return (${String(run)}).apply(null, arguments)`;
    return await post("execute/sync", { script, args });
  }
  async function elementOf(selector) {
    const found = await post("element", { using: "css selector", value: selector });
    return found[ELEMENT] ?? "";
  }
  return {
    open: async (url) => void await post("url", { url }),
    evaluate,
    click: async (selector) => untilThere(async () => {
      await untilStill(evaluate, selector);
      await post(`element/${await elementOf(selector)}/click`);
    }),
    attach: async (selector, path) => untilThere(
      async () => void await post(`element/${await elementOf(selector)}/value`, { text: path })
    ),
    async type(text) {
      await post("actions", { actions: keyActions(text) });
    },
    async resize(width, height) {
      const outer = { width, height };
      for (const end = performance.now() + SOON.timeout; performance.now() < end; ) {
        await post("window/rect", outer);
        const inner = await evaluate(() => ({ width: innerWidth, height: innerHeight }));
        if (inner.width === width && inner.height === height) return;
        const rect = await send("GET", `${session}/window/rect`);
        outer.width = rect.width + width - inner.width;
        outer.height = rect.height + height - inner.height;
        await setTimeout(50);
      }
      throw new Error(`the viewport does not become ${width} by ${height}`);
    },
    // WebKitGTK's driver has no command for it.
    shot: async () => Buffer.from(await send("GET", `${session}/screenshot`), "base64"),
    print: async () => null,
    close: async () => void await send("DELETE", session)
  };
}

// support/webdriver-bidi.ts
var WITHOUT_SCRIPTS = "sandbox allow-forms allow-same-origin allow-popups allow-downloads";
async function openBidiSession(address, { javaScript }) {
  const socket = new WebSocket(`${address}/session`);
  const waiting = /* @__PURE__ */ new Map();
  let lastId = 0;
  socket.addEventListener("message", ({ data: data2 }) => {
    const response = JSON.parse(String(data2));
    if (response.id !== void 0) waiting.get(response.id)?.(response);
    else if (response.method === "network.responseStarted")
      void takeScriptsOff(response.params);
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", () => resolve());
    socket.addEventListener("error", () => reject(new Error(`no response at ${address}`)));
  });
  async function send(method, params) {
    const id = lastId += 1;
    const response = await new Promise((resolve) => {
      waiting.set(id, resolve);
      socket.send(JSON.stringify({ id, method, params }));
    });
    waiting.delete(id);
    if (response.type === "error") throw new Error(`${method}: ${response.message}`);
    return response.result;
  }
  async function takeScriptsOff({ isBlocked, request, response }) {
    if (!isBlocked) return;
    const value = { type: "string", value: WITHOUT_SCRIPTS };
    const headers = [...response.headers, { name: "content-security-policy", value }];
    await send("network.continueResponse", { ...request, headers });
  }
  await send("session.new", { capabilities: {} });
  if (!javaScript) {
    await send("session.subscribe", { events: ["network.responseStarted"] });
    await send("network.addIntercept", { phases: ["responseStarted"] });
  }
  const { userContext } = await send("browser.createUserContext", {});
  const { context } = await send("browsingContext.create", { type: "tab", userContext });
  await send("browsingContext.activate", { context });
  async function evaluate(run, ...args) {
    const { result, exceptionDetails } = await send("script.callFunction", {
      functionDeclaration: `async (json) => JSON.stringify((await (${String(run)})(...JSON.parse(json))) ?? null)`,
      arguments: [{ type: "string", value: JSON.stringify(args) }],
      target: { context },
      awaitPromise: true
    });
    if (exceptionDetails !== void 0) throw new Error(exceptionDetails.text);
    return JSON.parse(result?.value ?? "null");
  }
  async function elementOf(selector) {
    const { nodes } = await send("browsingContext.locateNodes", {
      context,
      locator: { type: "css", value: selector },
      maxNodeCount: 1
    });
    const [element] = nodes;
    if (element === void 0) throw new Error(`the page has no ${selector}`);
    return { sharedId: element.sharedId };
  }
  return {
    open: async (url) => void await send("browsingContext.navigate", { context, url, wait: "complete" }),
    evaluate,
    click: async (selector) => untilThere(async () => {
      await untilStill(evaluate, selector);
      const origin = { type: "element", element: await elementOf(selector) };
      const actions = [
        { type: "pointerMove", x: 0, y: 0, origin },
        { type: "pointerDown", button: 0 },
        { type: "pointerUp", button: 0 }
      ];
      await send("input.performActions", {
        context,
        actions: [{ type: "pointer", id: "mouse", actions }]
      });
    }),
    async type(text) {
      await send("input.performActions", { context, actions: keyActions(text) });
    },
    attach: async (selector, path) => void await send("input.setFiles", {
      context,
      element: await untilThere(async () => elementOf(selector)),
      files: [path]
    }),
    resize: async (width, height) => void await send("browsingContext.setViewport", { context, viewport: { width, height } }),
    async shot(full) {
      const r = await send("browsingContext.captureScreenshot", { context, ...full ? { origin: "document" } : {} });
      return Buffer.from(r.data, "base64");
    },
    async print() {
      const { data: data2 } = await send("browsingContext.print", { context, background: true });
      return Buffer.from(data2, "base64");
    },
    async close() {
      await send("browser.removeUserContext", { userContext });
      await send("session.end", {});
      socket.close();
    }
  };
}

// support/temporary-folder.ts
import { mkdtempSync } from "node:fs";
function temporaryFolder() {
  return mkdtempSync("/tmp/x/tf-");
}

// support/browser-firefox.ts
var PLACES = ["/usr/bin/firefox-esr", "/usr/bin/firefox"];
async function openFirefox() {
  const path = PLACES.find((place) => existsSync(place));
  if (path === void 0) throw new Error(`no Firefox at ${PLACES.join(" or ")}`);
  const folder = temporaryFolder();
  const firefox = spawn(
    path,
    ["--headless", "--no-remote", "--profile", folder, "--remote-debugging-port", "0"],
    // Firefox refuses a home folder that is another user's.
    { stdio: ["ignore", "ignore", "pipe"], env: { ...process.env, HOME: folder } }
  );
  const address = await new Promise((resolve, reject) => {
    firefox.once("exit", (code) => reject(new Error(`${path} ended with ${code}`)));
    createInterface(firefox.stderr).on("line", (line) => {
      const [, found] = /WebDriver BiDi listening on (ws:\S+)/.exec(line) ?? [];
      if (found !== void 0) resolve(found);
    });
  });
  return {
    visit: async (options) => openBidiSession(address, options),
    async close() {
      await endProcess(firefox);
    }
  };
}

// support/browser-webkit.ts
import { spawn as spawn2 } from "node:child_process";
import { existsSync as existsSync2, mkdirSync, writeFileSync } from "node:fs";
import { join as join4 } from "node:path";

// support/free-port.ts
import { randomInt } from "node:crypto";
import { createServer } from "node:net";
var FIRST = 2e4;
var PER_WORKER = 1e3;
var WORKERS = 12;
var worker = Number(process.env["VITEST_POOL_ID"] ?? 0) % WORKERS;
var next = randomInt(PER_WORKER);
async function freePort() {
  for (; ; ) {
    const port2 = FIRST + worker * PER_WORKER + next;
    next = (next + 1) % PER_WORKER;
    if (await isFree(port2)) return port2;
  }
}
async function isFree(port2) {
  const server = createServer();
  const listens = await new Promise((done) => {
    server.once("error", () => done(false));
    server.listen(port2, "127.0.0.1", () => done(true));
  });
  if (listens) await new Promise((done) => server.close(done));
  return listens;
}

// support/until-listens.ts
import { once as once2 } from "node:events";
import { createConnection } from "node:net";
import { setTimeout as setTimeout2 } from "node:timers/promises";
async function untilListens(child, port2) {
  while (child.exitCode === null && child.signalCode === null) {
    const socket = createConnection(port2, "127.0.0.1");
    const isOpen = await Promise.race([
      once2(socket, "connect").then(() => true),
      once2(socket, "error").then(() => false)
    ]).catch(() => false);
    socket.destroy();
    if (isOpen) return;
    await setTimeout2(20);
  }
  const how = child.exitCode ?? child.signalCode;
  throw new Error(`${child.spawnfile} ended with ${how} before it listened at port ${port2}`);
}

// support/browser-webkit.ts
var DRIVER = "/usr/bin/WebKitWebDriver";
var BROWSER = `/usr/lib/${process.arch === "arm64" ? "aarch64" : "x86_64"}-linux-gnu/webkit2gtk-4.1/MiniBrowser`;
var DISPLAY_SERVER = "/usr/bin/Xvfb";
var NARROW_TOOLBAR = "* { font-size: 1px; padding: 0; margin: 0; min-width: 0; min-height: 0; border-width: 0; }";
async function openWebKit() {
  const folder = temporaryFolder();
  mkdirSync(join4(folder, "gtk-3.0"));
  writeFileSync(join4(folder, "gtk-3.0", "gtk.css"), NARROW_TOOLBAR);
  const screen = spawn2(
    DISPLAY_SERVER,
    ["-displayfd", "3", "-noreset", "-screen", "0", "1600x1400x24"],
    { stdio: ["ignore", "ignore", "ignore", "pipe"] }
  );
  const environment = {
    ...process.env,
    DISPLAY: `:${await displayOf(screen)}`,
    XDG_CONFIG_HOME: folder,
    // Its sandbox needs user namespaces, which containers seldom have.
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1"
  };
  const children = [];
  async function start(port2, program, args, more = {}) {
    const child = spawn2(program, args, { stdio: "ignore", env: { ...environment, ...more } });
    children.push(child);
    await untilListens(child, port2);
  }
  async function endVisits() {
    await Promise.all(children.splice(0).map((child) => endProcess(child)));
  }
  return {
    async visit({ javaScript }) {
      const inspector = await freePort();
      const args = ["--automation", `--enable-javascript=${javaScript}`];
      const target = `127.0.0.1:${inspector}`;
      await start(inspector, BROWSER, args, { WEBKIT_INSPECTOR_SERVER: target });
      const port2 = await freePort();
      await start(port2, DRIVER, [`--port=${port2}`, `--target=${target}`]);
      const session = await openSession(`http://127.0.0.1:${port2}`, {});
      return {
        ...session,
        async close() {
          await session.close();
          await endVisits();
        }
      };
    },
    async close() {
      await endVisits();
      await endProcess(screen);
    }
  };
}
function displayOf(screen) {
  return new Promise((resolve, reject) => {
    screen.once("exit", (code) => reject(new Error(`${DISPLAY_SERVER} ended with ${code}`)));
    const pipe = screen.stdio[3];
    pipe.once("data", (text) => resolve(String(text).trim()));
  });
}

// look.ts
import { mkdtempSync as mkdtempSync2 } from "node:fs";
var photos = readdirSync("/tmp/x/photos").map((f) => readFileSync("/tmp/x/photos/" + f));
async function poster(n) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1240" height="1754"><rect width="1240" height="1754" fill="#fdf3d0"/><rect y="0" width="1240" height="260" fill="#9b1c1c"/><text x="620" y="165" font-size="110" fill="#fff" text-anchor="middle" font-family="DejaVu Sans">ADMISSION OPEN</text><circle cx="620" cy="800" r="330" fill="#1c5d9b"/><text x="620" y="820" font-size="90" fill="#fff" text-anchor="middle" font-family="DejaVu Sans">POSTER ${n}</text><text x="620" y="1680" font-size="80" fill="#222" text-anchor="middle" font-family="DejaVu Sans">Call 05692 000000</text></svg>`;
  return sharp(Buffer.from(svg)).jpeg().toBuffer();
}
var posters = [await poster(1), await poster(2), await poster(3)];
var sample = await createSampleApp({ folder: "/work/main/sample", dataDir: null });
var app = express2();
var hash = (s) => [...s].reduce((h, c) => h * 31 + c.charCodeAt(0) >>> 0, 7);
var PHOTOS = process.env.PLAIN !== "1";
app.use("/api/image", (req, res, next2) => {
  if (!PHOTOS || /documents|certificates|\.pdf/.test(req.path)) return next2();
  if (/notice|poster|highlight/.test(req.path)) return void res.type("image/jpeg").send(posters[hash(req.path) % 3]);
  res.type("image/jpeg").send(photos[hash(req.path) % photos.length]);
});
if (PHOTOS) app.use("/api/highlight", (req, res, next2) => {
  const json = res.json.bind(res);
  res.json = (b) => json(b.map?.((r, i) => ({ ...r, images: [`posters/poster-${i}.jpg`], image: `posters/poster-${i}.jpg` })) ?? b);
  next2();
});
if (PHOTOS) app.use("/api/notification", (req, res, next2) => {
  const json = res.json.bind(res);
  res.json = (b) => json(b.map?.((r, i) => ({ ...r, images: [`posters/notice-${i}.jpg`], image: `posters/notice-${i}.jpg` })) ?? b);
  next2();
});
app.use(sample);
var prov = createServer2(app).listen(0, "127.0.0.1");
await new Promise((r) => prov.once("listening", r));
var pport = prov.address().port;
var port = 4e3 + Math.floor(Math.random() * 1e3);
var data = mkdtempSync2("/tmp/x/data-");
var site = spawn3(process.execPath, ["dist/server/main.js"], { cwd: "/work/main", env: { ...process.env, PORT: String(port), HOST: "127.0.0.1", DATA_DIR: data, LOG_FORMAT: "json", SERVICE_WORKER: "off", PICTURES_AHEAD: "off", ...PHOTOS || process.env.OWNPROV ? { PROVIDER_URL: `http://127.0.0.1:${pport}`, SITE_URL: `http://localhost:${port}` } : {} }, stdio: ["ignore", "pipe", "inherit"] });
await new Promise((r) => site.stdout.on("data", (d) => {
  if (String(d).includes("pages-prewarmed")) r();
}));
async function chromium() {
  const { openBrowser } = await import("/work/main/bench/audit/states.mjs");
  const browser = await openBrowser();
  return { async visit({ javaScript }) {
    const context = await browser.newContext({ javaScriptEnabled: javaScript, colorScheme: process.env.SCHEME ?? "light", reducedMotion: process.env.RM ? "reduce" : "no-preference" });
    const page = await context.newPage();
    return { open: (u) => page.goto(u), resize: (width, height) => page.setViewportSize({ width, height }), evaluate: (f, ...a) => page.evaluate(`(${f})(...${JSON.stringify(a)})`), click: (s) => page.locator(s).first().click({ timeout: 5e3 }), shot: (full) => page.screenshot({ fullPage: !!full }), print: () => page.pdf({ format: "A4", printBackground: false }), close: () => context.close() };
  }, close: () => browser.close() };
}
var base = `http://localhost:${port}`;
var out = process.env.OUT ?? "/tmp/x/look";
mkdirSync2(out, { recursive: true });
var PAGES = JSON.parse(process.env.PAGES ?? '[["home","/HomeFr"]]');
var SIZES = JSON.parse(process.env.SIZES ?? "[[360,740]]");
var FULL = process.env.FULL === "1";
for (const name of (process.env.ENGINES ?? "Firefox,WebKit").split(",")) {
  const engine = name === "Chromium" ? await chromium() : name === "Firefox" ? await openFirefox() : await openWebKit();
  const visit = await engine.visit({ javaScript: process.env.NOJS !== "1" });
  try {
    for (const [w, h] of SIZES) {
      await visit.resize(w, h);
      for (const [n, p] of PAGES) {
        await visit.open(base + p);
        await sleep(700);
        const act = process.env.ACT;
        await visit.evaluate((keep) => {
          if (!keep) document.querySelector("dialog.popup[open]")?.close();
          for (const i of document.images) i.loading = "eager";
        }, process.env.POPUP === "1").catch(() => {
        });
        if (act) await visit.click(act).catch((e) => console.log(n, String(e)));
        await sleep(Number(process.env.WAIT ?? 1200));
        const wide = await visit.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        if (wide > 0) console.log(`${name} ${w} ${n}: ${wide}px too wide`);
        if (process.env.PRINT) {
          const pdf = await visit.print();
          if (pdf) writeFileSync2(`${out}/${name}-${n}.pdf`, pdf);
          continue;
        }
        const screens = Number(process.env.SCREENS ?? 1);
        if (FULL && visit.shot.length) writeFileSync2(`${out}/${name}-${w}-${n}.png`, await visit.shot(true));
        else for (let s = 0; s < screens; s++) {
          if (s) {
            await visit.evaluate((y) => scrollTo({ top: y, behavior: "instant" }), s * (h - 60));
            await sleep(400);
          }
          writeFileSync2(`${out}/${name}-${w}-${n}${s || ""}.png`, await visit.shot());
        }
      }
    }
  } finally {
    await visit.close().catch(() => {
    });
    await engine.close();
  }
}
site.kill();
prov.close();
process.exit();
