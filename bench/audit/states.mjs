// States of pages, as steps in a browser.
import { chromium } from 'playwright-core';

/** Of a step, on a busy machine. */
const LIMIT_MS = 120_000;

const ENQUIRY = {
  name: 'Asha',
  email: 'asha@example.in',
  phone: '9876543210',
  message: 'Please call.',
};

/** With the path in English; Hindi is below /hi. */
export const STATES = [
  { name: 'menu', path: '/Vision', open: openMenu },
  { name: 'menu', path: '/nekhpur/Vision', open: openMenu },
  { name: 'login note', path: '/Vision', open: clickTo('button.login', '#login .dialog-body') },
  {
    name: 'movement stopped',
    path: '/HomeFr',
    open: clickTo('.movement-switch', '.movement-switch'),
  },
  { name: 'first dialog', path: '/HomeFr', keepsDialog: true, open: untilShown('dialog.popup') },
  { name: 'first dialog', path: '/Home', keepsDialog: true, open: untilShown('dialog.popup') },
  { name: 'second dialog', path: '/Home', keepsDialog: true, open: openSecondDialog },
  {
    name: 'message folded',
    path: '/HomeFr',
    open: clickTo('.message-button', '.message-button[aria-expanded=false]'),
  },
  { name: 'errors', path: '/Career', open: submitEmpty },
  { name: 'errors', path: '/nekhpur/Admission', open: submitEmpty },
  { name: 'errors', path: '/Contact', open: submitEmpty },
  { name: 'errors', path: '/Tc', open: submitEmpty },
  { name: 'no certificate', path: '/Tc', open: askFor('GIS-0000-000') },
  { name: 'certificate', path: '/Tc', open: askFor('GIS-2024-001') },
  { name: 'waiting for a network', path: '/Contact', open: sendOffline },
  {
    name: 'photograph',
    path: '/SubGallery?id=alb-f-01',
    open: openPhotograph,
  },
  { name: 'found', path: '/Search?q=examination' },
  { name: 'nothing found', path: '/Search?q=zzzz' },
  { name: 'empty list', path: '/Events?q=zzzz&year=All' },
  { name: 'empty list', path: '/News?q=zzzz' },
  { name: 'empty list', path: '/nekhpur/Gallery?q=zzzz' },
  { name: 'no album', path: '/SubGallery?id=none' },
  { name: 'no record', path: '/Events/none/none' },
];

export function findBrowser() {
  return process.env.CHROME_PATH ?? '/usr/bin/chromium';
}

export function openBrowser() {
  return chromium.launch({
    executablePath: findBrowser(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
}

export async function newVisitor(browser, { width, colorScheme }) {
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    colorScheme,
    reducedMotion: 'reduce',
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
  });
  context.setDefaultTimeout(LIMIT_MS);
  return context;
}

export async function openState(page, base, { path, open, keepsDialog = false }) {
  await page.goto(base + path, { waitUntil: 'load' });
  if (!keepsDialog) await closeDialogs(page);
  await open?.(page);
}

export function inBothLanguages(states) {
  return ['', '/hi'].flatMap((prefix) =>
    states.map(({ path, ...state }) => ({ ...state, path: prefix + path })),
  );
}

/** Home pages open dialogs, one after the other. */
async function closeDialogs(page) {
  const kinds = await page.locator('[data-popup]:has([data-popup-item])').count();
  for (let closed = 0; closed < kinds; closed += 1) {
    const dialog = await page.waitForSelector('dialog.popup');
    await page.keyboard.press('Escape');
    await page.waitForFunction((one) => !one.isConnected, dialog);
  }
}

function untilShown(selector) {
  return (page) => page.locator(selector).first().waitFor();
}

function clickTo(button, shown) {
  return async (page) => {
    await page.locator(button).locator('visible=true').first().click();
    await page.locator(shown).first().waitFor();
  };
}

/** A click before the script runs follows the link. */
async function openPhotograph(page) {
  await page.locator('.photos a').first().hover();
  await page.waitForLoadState('networkidle');
  await clickTo('.photos a', '.pswp img:not(.pswp__img--placeholder)')(page);
}

async function openMenu(page) {
  const sheet = page.locator('.menu-button');
  if (await sheet.isVisible()) await sheet.click();
  await clickTo('#menu button.menu-top', '#menu .menu-panel a >> visible=true')(page);
}

async function openSecondDialog(page) {
  const first = await page.locator('dialog.popup h2').textContent();
  await page.keyboard.press('Escape');
  await page
    .locator('dialog.popup h2')
    .filter({ hasNotText: first ?? '' })
    .waitFor();
}

async function submitEmpty(page) {
  const form = page.locator('main form.form');
  await form.hover();
  await form.locator('button[type=submit]').click();
  await form.locator('.field-error, .form-summary, [role=alert]').first().waitFor();
}

function askFor(number) {
  return async (page) => {
    const form = page.locator('main form.form');
    await form.locator('[name=admission]').fill(number);
    await form.locator('[name=name]').fill('Asha');
    await form.locator('button[type=submit]').click();
    await form.locator('[role=status]:not(:empty), [role=alert]').first().waitFor();
  };
}

async function sendOffline(page) {
  await page.waitForFunction(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    return registration?.active?.state === 'activated';
  });
  const form = page.locator('main form.form');
  await form.hover();
  for (const [name, value] of Object.entries(ENQUIRY))
    await form.locator(`[name=${name}]`).fill(value);
  await page.context().setOffline(true);
  await form.locator('button[type=submit]').click();
  await page.locator('.offline-notice:not([hidden])').waitFor();
}
