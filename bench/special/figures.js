/** Collects figures of one run, and writes them as a table. */

import { median } from '../report/samples.js';

export class Figures {
  /** @type {{ figure: string, value: string, unit: string }[]} */
  rows = [];

  addTimes(figure, milliseconds) {
    this.add(`${figure}: median`, median(milliseconds).toFixed(2), 'ms');
    this.add(`${figure}: maximum`, Math.max(...milliseconds).toFixed(2), 'ms');
  }

  addMemory(figure, { before, after, items }) {
    this.add(`${figure}: process`, (after.rss / 1e6).toFixed(0), 'MB resident');
    this.add(`${figure}: each`, ((after.rss - before.rss) / items / 1e3).toFixed(2), 'kB resident');
    this.add(`${figure}: each`, ((after.heap - before.heap) / items / 1e3).toFixed(2), 'kB of objects');
  }

  markdown() {
    const rows = this.rows.map(({ figure, value, unit }) => `| ${figure} | ${value} | ${unit} |\n`);
    return `| figure | value | unit |\n| --- | ---: | --- |\n${rows.join('')}`;
  }

  add(figure, value, unit) {
    console.error(`${figure}: ${value} ${unit}`);
    this.rows.push({ figure, value, unit });
  }
}
