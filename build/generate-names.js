/**
 * Writes `src/emulator/domain/population/names.json`: names of people in several languages, phrases, companies and
 * cities, from Faker's tables. The file is generated so that an emulator starts without loading Faker, 30 ms for each
 * language.
 *
 * Usage: node build/generate-names.js
 */

import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const LOCALES = ['en', 'es', 'de', 'fr', 'pt_BR', 'it', 'pl', 'tr', 'vi', 'uk', 'ja', 'zh_CN'];
/** How many names are taken from English, in which most people have their names, and from each other language. */
const LARGE = { firstNames: 128, lastNames: 160 };
const SMALL = { firstNames: 40, lastNames: 56 };
const FILE = new URL('../src/emulator/domain/population/names.json', import.meta.url);

/** The text of the file. */
export function namesText() {
  const { faker } = require('@faker-js/faker/locale/en');
  faker.seed(1);
  // Faker may repeat a phrase. Of 90 phrases, 64 different ones remain.
  const phrases = (makePhrase) => [...new Set(Array.from({ length: 90 }, makePhrase))].slice(0, 64).sort().join('|');
  const names = {
    locales: Object.fromEntries(LOCALES.map((locale) => [locale, namesOf(locale)])),
    handleWords: handleWords(faker),
    bios: phrases(() => faker.person.bio()),
    companies: phrases(() => faker.company.name()),
    cities: phrases(() => faker.location.city()),
  };

  return `${JSON.stringify(names, null, 2)}\n`;
}

function namesOf(locale) {
  const { person } = require(`@faker-js/faker/locale/${locale}`).faker.rawDefinitions;
  const { firstNames, lastNames } = locale === 'en' ? LARGE : SMALL;
  const { female = [], male = [], generic = [] } = person.first_name;
  // Some languages have only names that do not depend on the gender.
  const lists = female.length === 0 ? [[...generic]] : [female, male];

  return {
    firstNames: lists.flatMap((names) => spread(names, firstNames / lists.length)).join(' '),
    lastNames: spread(person.last_name.generic ?? person.last_name.female, lastNames).join(' '),
  };
}

/**
 * A number of names, evenly spread over the sorted list, without repetition. Each becomes one word, so that full names
 * sort by first, then by last name.
 */
function spread(names, count) {
  const all = [...new Set(names.map((name) => name.trim().replace(/\s+/g, '-')))].sort();
  if (all.length <= count) return all;

  return Array.from({ length: count }, (_, index) => all[Math.floor((index * all.length) / count)]);
}

/** Plain words, of which usernames are made. */
function handleWords({ rawDefinitions: { word } }) {
  const plain = (words) => words.filter((word) => /^[a-z]{4,8}$/.test(word));
  return {
    firstNames: spread(plain(word.adjective), SMALL.firstNames).join(' '),
    lastNames: spread(plain(word.noun), SMALL.lastNames).join(' '),
  };
}

if (process.argv[1] === new URL(import.meta.url).pathname) writeFileSync(FILE, namesText());
