// What a parent comes for: ten tasks from a first visit of the home page on, on a slow phone.
import { openBrowser } from './audit/states.mjs';
import { startSite } from './processes.mjs';
import { SLOW_PHONE, slowDown } from './slow-phone.mjs';

const TIMEOUT_MS = 40_000;

/** Tasks whose name has this text. */
const CHOSEN = process.env.BENCH_TASK ?? '';

const HOMES = ['/HomeFr', '/Home', '/hi/HomeFr', '/hi/Home'];

const ENQUIRY = { name: 'Asha', email: 'asha@example.in', phone: '9876543210', message: 'Hello' };

/** What is done after the home page is there, and what then answers. Each tap, choice and filled field is a step. */
const TASKS = [
  { task: 'Is school open tomorrow?', answer: '.school-days li:last-child' },
  {
    task: 'When is the next holiday?',
    act: (hand) => hand.tap('.school-days a'),
    answer: '#holidays table',
  },
  {
    task: 'What does class V cost?',
    act: (hand) => hand.tap('a.first-step[href$="/Fees"]'),
    answer: 'main tbody tr',
  },
  {
    task: 'Who teaches physics?',
    async act(hand) {
      await hand.tap('main a[href$="/MandatoryDisclosure"]');
      await hand.choose('#teachers-subject', /physics|भौतिक/i);
      await hand.tap('.teachers-filter button');
    },
    answer: '#teachers tbody tr',
  },
  {
    task: 'What did I send?',
    async act(hand) {
      await hand.tap('footer a[href$="/Contact"]');
      for (const [name, text] of Object.entries(ENQUIRY)) await hand.write(name, text);
      await hand.tap('form.form button[type=submit]');
    },
    answer: '.form-success:not(:empty) ~ p button',
  },
  { task: 'How do I call?', answer: 'main a[href^="tel:"]' },
  {
    task: 'Where is the date sheet?',
    act: (hand) => hand.fromMenu('for-parents'),
    answer: '#date-sheet + p',
  },
  {
    task: 'Which uniform?',
    act: (hand) => hand.fromMenu('for-parents'),
    answer: '#uniform + *',
  },
  {
    task: 'A transfer certificate',
    async act(hand) {
      await hand.tap('footer a[href$="/Tc"]');
      await hand.write('admission', 'GIS-2024-001');
      await hand.write('name', 'Asha');
      await hand.tap('form.form button[type=submit]');
    },
    answer: 'main form.form [role=status]:not(:empty)',
  },
  {
    task: 'Is a teacher wanted?',
    act: (hand) => hand.fromMenu('Career'),
    answer: '.vacancies li',
  },
];

export async function benchTasks() {
  const site = await startSite();
  const browser = await openBrowser();
  console.log(
    `\n## Tasks at 360 px, ${SLOW_PHONE}: steps, seconds from the first request to the answer\n`,
  );
  console.log(`| task | ${HOMES.join(' | ')} |\n|---|${'---|'.repeat(HOMES.length)}`);
  try {
    for (const { task, act, answer } of TASKS.filter((each) => each.task.includes(CHOSEN))) {
      const cells = [];
      for (const home of HOMES) cells.push(await measure(home, act, answer));
      console.log(`| ${task} | ${cells.join(' | ')} |`);
    }
  } finally {
    await browser.close();
    await site.stop();
  }

  async function measure(home, act, answer) {
    const context = await browser.newContext({
      viewport: { width: 360, height: 740 },
      isMobile: true,
      hasTouch: true,
    });
    context.setDefaultTimeout(TIMEOUT_MS);
    try {
      const page = await context.newPage();
      await slowDown(await context.newCDPSession(page));
      const start = performance.now();
      await page.goto(`http://localhost:${site.port}${home}`, { waitUntil: 'commit' });
      const hand = createHand(page);
      await act?.(hand);
      await page.locator(answer).first().waitFor();
      return `${hand.steps}, ${((performance.now() - start) / 1_000).toFixed(1)}`;
    } catch (error) {
      return `not found: ${String(error).split('\n')[0].slice(0, 80)}`;
    } finally {
      await context.close();
    }
  }
}

/** Taps as a visitor does who knows where to look; a dialog that opens first is closed. */
function createHand(page) {
  const hand = {
    steps: 0,
    async tap(selector) {
      const target = page.locator(selector).first();
      await target.waitFor({ state: 'attached' });
      const popup = page.locator('dialog.popup[open] .popup-close');
      await page.addLocatorHandler(popup, async () => {
        hand.steps += 1;
        await popup.click();
      });
      await target.click();
      await page.removeLocatorHandler(popup);
      hand.steps += 1;
    },
    async fromMenu(path) {
      await hand.tap('.menu-button');
      const group = page.locator(`#menu .menu-panel:has(a[href$="/${path}"])`);
      if ((await group.count()) > 0)
        await hand.tap(`[popovertarget="${await group.getAttribute('id')}"]`);
      await hand.tap(`#menu a[href$="/${path}"]`);
    },
    async choose(selector, words) {
      const options = await page.locator(`${selector} option`).allTextContents();
      await page.selectOption(selector, { label: options.find((option) => words.test(option)) });
      hand.steps += 1;
    },
    async write(name, text) {
      await page.fill(`form.form [name=${name}]`, text);
      hand.steps += 1;
    },
  };
  return hand;
}
