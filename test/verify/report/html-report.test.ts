import { expect, test } from 'vitest';
import { coverageTable } from '../../../src/verify/report/coverage-table.js';
import { htmlReport } from '../../../src/verify/report/html-report.js';
import { html } from '../../../src/common/reporting/html.js';
import { HOSTILE, sampleReport } from './sample-report.js';

const page = compact(htmlReport(sampleReport()));

/** The markup without the line breaks and the indentation of the templates. */
function compact(markup: string): string {
  return markup
    .replace(/>\s*\n\s*/g, '>')
    .replace(/\s*\n\s*</g, '<')
    .replace(/\s*\n\s*/g, ' ')
    .replaceAll(' />', '>');
}

/** Elements that have no end tag. */
const VOID = new Set(['meta', 'br']);

function tagsOf(markup: string): RegExpExecArray[] {
  return [...markup.replace(/<!DOCTYPE html>|<style>[^<]*<\/style>/g, '').matchAll(/<(\/?)([a-z0-9]+)([^>]*)>/gi)];
}

function sectionOf(markup: string, id: string): string {
  return new RegExp(`<section aria-labelledby="${id}">.*?</section>`, 's').exec(markup)![0];
}

/** An interaction, up to the next one. */
function interactionOf(markup: string, id: string): string {
  return new RegExp(`<details id="${id}".*?(?=<details id=|</section>)`, 's').exec(markup)![0];
}

test('text from a pact never becomes markup', () => {
  const names = new Set(tagsOf(page).map(([, , name]) => name));
  expect([...names].toSorted()).toEqual([
    'a',
    'b',
    'body',
    'br',
    'code',
    'dd',
    'details',
    'div',
    'dl',
    'dt',
    'h1',
    'h2',
    'h3',
    'head',
    'header',
    'html',
    'li',
    'main',
    'meta',
    'nav',
    'ol',
    'p',
    'pre',
    'section',
    'span',
    'strong',
    'summary',
    'table',
    'tbody',
    'td',
    'th',
    'thead',
    'title',
    'tr',
    'ul',
  ]);
  expect(page).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;');
});

test('no attribute comes from a pact or runs code', () => {
  const attributes = tagsOf(page).flatMap(([, , , text]) =>
    [...text!.matchAll(/ ([\w-]+)(?:=("[^"]*"))?/g)].map(([, name]) => name!),
  );
  expect([...new Set(attributes)].toSorted()).toEqual([
    'aria-label',
    'aria-labelledby',
    'charset',
    'class',
    'content',
    'href',
    'http-equiv',
    'id',
    'lang',
    'name',
    'open',
    'scope',
    'tabindex',
  ]);
});

test('characters that HTML cannot contain and characters that change the text direction are replaced', () => {
  expect(html`<p>${HOSTILE.slice(-4)}</p>`.text).toBe('<p> \uFFFD\uFFFD\uFFFD</p>');
});

test('every element is closed, in the right order', () => {
  const open: string[] = [];
  for (const [, slash, name] of tagsOf(page)) {
    if (VOID.has(name!)) continue;
    if (slash === '') open.push(name!);
    else expect(open.pop()).toBe(name);
  }
  expect(open).toEqual([]);
});

test('IDs are unique and every link has a target', () => {
  const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!);
  expect(new Set(ids).size).toBe(ids.length);
  const targets = [...page.matchAll(/ href="#([^"]+)"/g)].map(([, id]) => id!);
  expect(targets).toEqual(expect.arrayContaining(['pact-1-interaction-2', 'guess-1']));
  expect(targets.filter((id) => !ids.includes(id))).toEqual([]);
});

test('the page needs no other resource', () => {
  expect(page).not.toMatch(/(?:src|srcset|action)="|url\(|@import|https?:\/\//);
  expect(page).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`);
});

test('the same report results in the same page', () => {
  expect(htmlReport(sampleReport())).toBe(htmlReport(sampleReport()));
});

test('the page starts with the verdict, the counts and what the verification proves', () => {
  const header = /<header>.*<\/header>/s.exec(page)![0].replace(/<[^>]+>/g, '');
  expect(header).toContain('Pact verification: failed');
  expect(header).toContain('3 interactions in 2 pacts');
  expect(header).toContain('What it does not prove. That the real service answers in the same way.');
});

test('failed interactions are expanded and show the expectation, the response and the remedies', () => {
  expect([...page.matchAll(/<details id="([^"]+)" open>/g)].map(([, id]) => id)).toEqual(['pact-1-interaction-2']);
  const failed = interactionOf(page, 'pact-1-interaction-2');
  expect(failed).toContain(
    '<dt>expected</dt><dd><pre tabindex="0">200</pre></dd><dt>actual</dt><dd><pre tabindex="0">404</pre></dd>',
  );
  expect(failed).toContain('<strong>How it would pass</strong></p><ol><li>');
  expect(failed).toContain('... (7100 characters)');
});

test('a passed interaction shows its warnings and the changes to its request', () => {
  const passed = interactionOf(page, 'pact-1-interaction-1');
  expect(passed).toContain('<span class="label warning">1 warning</span>');
  expect(passed).toContain('an access token in place of &quot;Bearer token&quot;<br>path completed with /api/v1');
  expect(passed).toContain('<a href="#guess-1"><code>getUsers.orderBy.default</code></a>, <code>unknown.point</code>');
});

test('a source that could not be used is listed with its problem', () => {
  expect(sectionOf(page, 'problems')).toContain('<code>pacts/broken.json</code>: 3:7: not valid JSON');
  expect(sectionOf(page, 'problems')).toContain(
    '<li>pacts/other.json is for the provider &quot;other&quot;: left out</li>',
  );
});

test('the coverage is the table of the text report', () => {
  const { coverage } = sampleReport();
  const shown = /<pre>(operation .*?)<\/pre>/s.exec(htmlReport(sampleReport()))![1]!;
  expect(shown.replaceAll('&#39;', "'").replaceAll('&quot;', '"')).toBe(coverageTable(coverage));
});

test('a report without failures has no section for failures or problems', () => {
  const { pacts, ...report } = sampleReport();
  const passed = htmlReport({
    ...report,
    verdict: 'passed',
    pacts: [],
    problems: [],
    notices: [],
    guesses: [],
    counts: { passed: 0, failed: 0, pending: 0 },
  });
  expect(pacts).toHaveLength(2);
  expect(passed).not.toMatch(/id="failures"|id="problems"/);
  expect(compact(passed)).toContain('<h1>Pact verification: <span class="passed">passed</span></h1>');
  expect(passed).toContain('No response rests on a guess.');
});
