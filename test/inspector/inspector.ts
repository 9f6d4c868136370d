/** The inspector of an emulator in a browser, for tests that use it as a person would. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { startEmulator, type Emulator, type EmulatorOptions } from '../../src/index.js';
import type { SandboxControl } from '../../src/emulator/control/methods/sandbox-control.js';
import { openBrowser } from '../browser.js';

/** A browser and an emulator, for the tests of a file. */
export interface Inspected {
  readonly emulator: Emulator;
  readonly browser: Browser;
  /** Opens the page of a sandbox. Errors of the page and refusals by its policy fail the test that closes it. */
  readonly open: (sandbox: SandboxControl, place?: string, options?: BrowserContextOptions) => Promise<OpenPage>;
  close(): Promise<void>;
}

export interface OpenPage extends AsyncDisposable {
  readonly page: Page;
}

/** @param known a browser that another emulator of the file uses; who opened it closes it */
export async function startInspected(options: EmulatorOptions = {}, known?: Browser): Promise<Inspected> {
  const [browser, emulator] = await Promise.all([known ?? openBrowser(), startEmulator(options)]);
  return {
    emulator,
    browser,
    open: async (sandbox, place = 'exchanges', contextOptions = {}) => {
      const context = await browser.newContext({ viewport: { width: 1_400, height: 900 }, ...contextOptions });
      context.setDefaultTimeout(20_000);
      const page = await context.newPage();
      const mistakes: string[] = [];
      page.on('pageerror', ({ message }) => mistakes.push(message));
      page.on('console', (message) => {
        // Refused calls and connections that a fault has ended are what some tests are about.
        if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
          mistakes.push(message.text());
      });
      page.on('request', (request) => {
        if (!request.url().startsWith(`${emulator.url}/`) && !request.url().startsWith('blob:'))
          mistakes.push(`a request to ${request.url()}`);
      });
      await page.goto(`${emulator.url}/_emulator/#/${sandbox.id}/${place}`);
      return {
        page,
        [Symbol.asyncDispose]: async () => {
          await context.close();
          if (mistakes.length > 0) throw new Error(`the page has reported: ${mistakes.join('; ')}`);
        },
      };
    },
    close: async () => {
      await Promise.all([known === undefined ? browser.close() : undefined, emulator.close()]);
    },
  };
}

interface CallInit extends Omit<RequestInit, 'headers'> {
  readonly headers?: Readonly<Record<string, string>>;
}

/** A call of the institution with a new token of the sandbox. Its response is read, if there is one. */
export async function callOf(
  sandbox: SandboxControl,
  path: string,
  { headers = {}, ...init }: CallInit = {},
): Promise<void> {
  const { accessToken } = sandbox.accessToken();
  const authorization = { Authorization: `Bearer ${accessToken}` };
  await fetch(`${sandbox.apiUrl}${path}`, { ...init, headers: { ...authorization, ...headers } }).then(
    (response) => response.text(),
    () => undefined,
  );
}

/**
 * A client that is throttled and comes back at once. It rests for a moment: requests on two connections without a rest
 * between them may have been sent together, and nothing is held against their client.
 */
export async function comeBackTooEarly(sandbox: SandboxControl): Promise<void> {
  sandbox.use('rate-limit-burst', { burst: 1, 'retry-after': 5 });
  await callOf(sandbox, '/institutions/me/users');
  await sleep(100);
  await callOf(sandbox, '/institutions/me/users');
}
