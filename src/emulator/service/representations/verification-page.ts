/** GET /verify/:token: the page that a verification link opens. The specification does not describe the page. */

import type { Request, RequestHandler, Response } from 'express';
import { escapedContent } from '../../../common/reporting/markup.js';
import { findLink } from '../request/find-link.js';
import { rulesIn } from './rows.js';
import { verificationStatus, type VerificationStatus } from './verification-status.js';
import type { ServiceContext } from '../service-context.js';

/** Control characters, and characters that change the direction of text. */
// oxlint-disable-next-line no-control-regex
const MISLEADING = /[\u007F-\u009F\u202A-\u202E\u2066-\u2069]/g;

/** The colours of the page, by the colour of the status. */
const COLORS: Readonly<Record<VerificationStatus['color'], string>> = {
  green: '#1a7f37',
  amber: '#9a6700',
  red: '#b3261e',
};

/** The handler of the page. */
export function verificationPage(context: ServiceContext): RequestHandler {
  return async function showVerificationPage(req: Request, res: Response): Promise<void> {
    const token = String(req.params['token']);
    // With a store that others share, the sandbox of the link may have to be loaded first.
    const sealed = context.linkTokens.open(token);
    if (sealed !== undefined) await context.shared?.take(sealed.sandboxId);

    const link = findLink(context, token);
    const sandbox = link?.sandbox;
    // Due events may have ended the credential.
    sandbox?.settle();
    const contract = sandbox === undefined ? context.contracts.base : context.contracts.in(sandbox.settings);
    const status = link && verificationStatus(link, rulesIn(contract));
    // `settle` may have changed the sandbox. The page must not show what the store could still lose.
    if (sandbox !== undefined) await context.keeper?.untilStored(sandbox);

    res.status(status === undefined ? 404 : 200).set({
      'Cache-Control': 'no-store',
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
    });
    res.type('html').send(status === undefined ? UNKNOWN_PAGE : statusPage(status));
  };
}

/** The page for a link that works. */
function statusPage(status: VerificationStatus): string {
  const facts: [string, unknown][] = [
    ['Status', status.status],
    ['Provider', status.kycProvider],
    ['Issued', status.issuedAt?.slice(0, 10)],
    ['Valid until', status.expiredAt?.slice(0, 10)],
    ...Object.entries(status.credentialData ?? {}),
  ];
  const rows = facts.map(([name, value]) => row(name, value)).join('\n');
  return page(status.message, COLORS[status.color], `<dl>\n${rows}\n</dl>`);
}

/** A name and its value, as a row of the page. */
function row(name: string, value: unknown): string {
  return `<dt>${escapeHtml(name)}</dt><dd>${valueHtml(value)}</dd>`;
}

/** The HTML of a value of metadata, which may be any JSON value. Members become rows, and items become a list. */
function valueHtml(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'string') return escapeHtml(value);
  if (typeof value !== 'object') return escapeHtml(JSON.stringify(value));

  const parts = Object.entries(value);
  if (parts.length === 0) return '–';

  return Array.isArray(value)
    ? `<ul>${value.map((item) => `<li>${valueHtml(item)}</li>`).join('')}</ul>`
    : `<dl>${parts.map(([name, inner]) => row(name, inner)).join('')}</dl>`;
}

/** The page of a token that shows nothing. */
const UNKNOWN_PAGE = page('This link is unknown or has expired.', COLORS.red, '<p>Ask the sender for a new one.</p>');

/** Escapes text, and replaces misleading characters. */
function escapeHtml(text: string): string {
  return escapedContent(text.replace(MISLEADING, '\uFFFD'));
}

/** The whole page. The content is HTML already. */
function page(title: string, color: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 36rem; margin: 10vh auto; padding: 0 1rem; color: #1f2328 }
h1 { font-size: 1.25rem; border-left: .5rem solid ${color}; padding-left: .75rem }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1.5rem }
dt { color: #59636e } dd { margin: 0; min-width: 0; overflow-wrap: anywhere }
dd dl, dd ul { margin: 0 } dd ul { padding-left: 1.25rem }
footer { margin-top: 2rem; color: #59636e; font-size: .875rem }
</style>
<main>
<h1>${escapeHtml(title)}</h1>
${content}
</main>
<footer>Shown by an emulator. It says nothing about real people.</footer>
</html>
`;
}
