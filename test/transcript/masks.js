/** What no run can repeat: times, ports, places and versions of Node.js. Everything else has to be the same, byte for byte. */

import { Buffer } from 'node:buffer';

/**
 * @typedef {object} Mask
 * @property {RegExp} where the path of a request, the title of raw bytes, or a command line behind `$ `
 * @property {RegExp} what
 * @property {string | ((...found: string[]) => string)} by
 * @property {string} why
 */

/** Clocks of sandboxes are further from the time of the machine. */
const DAY = 86_400_000;

/** @type {Mask[]} */
const MASKS = [
  {
    where: /(?:)/,
    what: /^< Date: (.*)$/gm,
    by: (line, date = '') => (Math.abs(Date.parse(date) - Date.now()) < DAY ? '< Date: <now>' : line),
    why: 'Where no sandbox is known, it is the time of the machine; elsewhere that of the sandbox, which stands still.',
  },
  {
    where: /^\$/,
    what: /\b(127\.0\.0\.1|localhost):(?!4010\b|4011\b|2\b)\d+/g,
    by: '$1:<port>',
    why: 'The system picks the ports, but those that are meant as they stand.',
  },
  {
    where: /^(a host that is none$|\/_emulator\/.*\/journal)/,
    what: /\/\/127\.0\.0\.1:\d+/g,
    by: '//127.0.0.1:<port>',
    why: 'Whoever names no good host is told where the emulator listens.',
  },
  {
    where: /^\/(api|oauth)/,
    what: /^< Retry-After: ([2-9]|10|\w+, .*:(0[1-9]|10) GMT)$/,
    by: '< Retry-After: <up to 10 s>',
    why: 'What is left of a limit of 10 s is counted in real time, even where the clock stands still.',
  },
  { where: /^\/_emulator\/health/, what: /"uptime":[\d.]+/, by: '"uptime":<s>', why: 'Real time since the start.' },
  {
    where: /^\/_emulator\//,
    what: /"(received|duration|opened)":-?[\d.e-]+/g,
    by: '"$1":<ms>',
    why: 'Real time, measured.',
  },
  {
    where: /^\/_emulator\/.*\/journal\/(stream|outlines|matches)/,
    what: /\n\[chunk\]\n:\n\n/g,
    by: '',
    why: 'A stream on which nothing happens sends an empty comment every now and then.',
  },
  {
    where: /^\/_emulator\/.*\/journal\/(stream|outlines|matches)/,
    what: /"id":"\d{13}\.\d+"/g,
    by: '"id":"<start>"',
    why: 'A journal is known by the time at which it began.',
  },
  {
    where: /^(\/_emulator\/.*\/journal\/har|\$ (exec|program))/,
    what: /"(time|wait)": ?\d{1,6}(\.\d+)?(e-\d+)?(?=[,}\n])/g,
    by: '"$1":<ms>',
    why: 'The durations in the archive.',
  },
  {
    where: /^\/_emulator\/.*\/(journal|bundle)/,
    what: /\["Content-Length","(\d+)"\]([^{}]*"body":\{"text":("(?:[^"\\]|\\.)*")\})/g,
    by: (whole, length = '', rest = '', text = '') =>
      lengthOf(text) === Number(length) ? `["Content-Length","<body>"]${rest}` : whole,
    why: 'As in the answers themselves: it follows from the body.',
  },
  {
    where: /^(\/_emulator\/sandboxes|\$ program)/,
    what: /"time":"[^"]*","frozen":false/g,
    by: '"time":"<running>","frozen":false',
    why: 'A clock that runs, runs in real time.',
  },
  { where: /^\$/, what: /\btime="[\d.]+"/g, by: 'time="<s>"', why: 'Real time, measured, in JUnit XML.' },
  {
    where: /^\$/,
    what: new RegExp(process.version.replaceAll('.', '\\.'), 'g'),
    by: '<version of Node.js>',
    why: 'Two recordings may be made with different versions.',
  },
  {
    where: /^\$ verify/,
    what: /(?:^\[\d+\/\d+\] .*\n)+/gm,
    by: (lines) =>
      lines
        .replaceAll(/^\[\d+/gm, '[<n>')
        .split(/^/m)
        .sort()
        .join(''),
    why: 'Pacts are verified side by side; each is reported when it is done.',
  },
  {
    where: /^\$ (audit|mutate)/,
    what: /^id-emulator: run \d+: .*\n/gm,
    by: '',
    why: 'Progress is printed every few seconds.',
  },
  {
    where: /^(\$ inspect|\/_emulator\/sandboxes$)/,
    what: /\brecording-[0-9a-f]{16}\b(.*?"clientSecret":")?(?:[0-9a-f]{32})?/g,
    by: (_, between = '') => `recording-<hash>${between}`,
    why: 'The ID of an opened bundle comes from its bytes, which have times in them.',
  },
  { where: /^\$/, what: /\bback after [\d.]+ ms\b/g, by: 'back after <ms>', why: 'Real time, measured.' },
  {
    where: /^\$ (journal|start|inspect)/,
    what: / {2}[\d.]+ (ms|s)\b/g,
    by: '  <ms>',
    why: 'The durations in the log, and in lists of exchanges.',
  },
  {
    where: /^\$ start/,
    what: /^\{"event":"rule-broken".*\n/gm,
    by: '',
    why: 'The judge reads the journal every few seconds, and suspects by measured times.',
  },
  { where: /^\$ audit/, what: /-?\d+ ms each beside/g, by: '<ms> each beside', why: 'Real time, measured.' },
  {
    where: /^\$ (audit|mutate|mcp)/,
    what: /\bin [\d.]+ s(?=\.|, )/g,
    by: 'in <s>',
    why: 'How long all runs took.',
  },
  {
    where: /^\$ (audit|mutate|mcp|exec|journal|inspect|program|start)/,
    what: /(\\?)"(overhead|received|opened|duration)\\?": ?-?[\d.e-]+/g,
    by: '$1"$2$1": <ms>',
    why: 'The same times in a report, and in the exchanges of a journal.',
  },
  {
    where: /^\$ (audit|mutate|mcp)/,
    what: /(\\?)"time\\?": ?-?[\d.e-]+/g,
    by: '$1"time$1": <ms>',
    why: 'How long a run took.',
  },
  { where: /^\$ proxy/, what: /"at":"[^"]*"/g, by: '"at":"<now>"', why: 'The time of the machine, in its journal.' },
];

/** The text without what no run can repeat. @param {string} where as in a mask @param {string} text */
export function masked(where, text) {
  return MASKS.filter((mask) => mask.where.test(where)).reduce(
    (rest, { what, by }) => (typeof by === 'string' ? rest.replace(what, by) : rest.replace(what, by)),
    text,
  );
}

/** The text without folders that each recording has its own of. @param {string} text @param {Record<string, string>} places what is written for each */
export function withoutPlaces(text, places) {
  return Object.entries(places).reduce((rest, [place, name]) => rest.replaceAll(place, name), text);
}

/** How many bytes the text of a JSON string has. @param {string} quoted */
function lengthOf(quoted) {
  try {
    return Buffer.byteLength(JSON.parse(quoted));
  } catch {
    // What cannot be seen has been replaced in it.
    return -1;
  }
}
