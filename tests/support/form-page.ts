import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { temporaryFolder } from './temporary-folder.ts';

/** The text of a success. */
export const SUCCESS = 'Your Form Submitted Successfully.';

/** The page's form as a visitor handles it. */
export const submit = (page: Page) => page.locator('form.form button[type=submit]').click();

export const fieldErrors = (page: Page) =>
  page.locator('.field-error').evaluateAll((nodes) => nodes.map((node) => node.textContent));

export const status = (page: Page) => page.locator('form.form [role=status]');

export async function fill(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(fields)) {
    const field = page.locator(`form.form [name=${name}]`);
    if (name === 'class') await field.selectOption(value);
    else await field.fill(value);
  }
}

/** Sends the form of a page, which succeeds. */
export async function expectSent(page: Page, fields: Readonly<Record<string, string>> = {}) {
  await fill(page, fields);
  await submit(page);
  await expect.poll(() => status(page).textContent()).toBe(SUCCESS);
}

/** Chooses a file that says it is a PDF. */
export async function attach(page: Page, buffer: Buffer, name = 'cv.pdf'): Promise<void> {
  await page.setInputFiles('input[type=file]', { name, mimeType: 'application/pdf', buffer });
}

/** Chooses a file of the disk, whose extension gives its type: a large buffer takes seconds to get to the page. */
export async function attachFromDisk(page: Page, bytes: Buffer, name: string): Promise<void> {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, bytes);
  await page.setInputFiles('input[type=file]', path);
}

/** Of an empty Get In Touch. */
export const MISSING =
  'Name is required.|Email is required|Phone number is required|Message is required.'.split('|');

/** Values that each form accepts; without the CV. */
export const ENQUIRY = {
  name: 'Asha',
  email: 'asha@example.org',
  phone: '9876543210',
  message: 'Hello',
};
export const ADMISSION = {
  name: 'Ravi',
  fatherName: 'Mohan',
  phone: '12345',
  school1: 'City School',
  phone1: '678',
  class: 'ukg',
};
export const CAREER = {
  name: 'Meera',
  phone: '9876543210',
  subject: 'Physics',
  mailType: 'PGT',
  experience: '4 years',
};
