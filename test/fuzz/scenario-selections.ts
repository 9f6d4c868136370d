/** Random selections of scenarios from the whole catalogue. Delays are short, because tests wait for them. */

import type { ParameterSpec, Scenario } from '../../src/emulator/scenarios/scenario.js';
import { shippedScenarios } from '../../src/start/shipped.js';
import type { Draw } from './draw.js';
import type { Material } from './material.js';
import { ODD_TEXTS } from './odd-values.js';

const SCENARIOS = [...shippedScenarios().values()];

/** A selection in the syntax of the `Emulator-Scenario` header; one in eight is invalid. */
export function selection(draw: Draw, material: Material): string {
  const chosen = [member(draw, material)];
  while (draw.chance(0.25)) chosen.push(member(draw, material));
  const text = chosen.join(', ');
  return draw.chance(0.12) ? spoiltSelection(text, draw) : text;
}

function member(draw: Draw, material: Material): string {
  if (draw.chance(0.1)) {
    const chosen = new Map([material.variant(draw), material.variant(draw)]);
    return `variant${[...chosen].map((choice) => `;${choice.join('=')}`).join('')}`;
  }
  const { name, parameters }: Scenario = draw.of(SCENARIOS);
  const given = Object.entries(parameters).flatMap(([parameter, spec]) =>
    spec.type === 'duration' || draw.chance(0.5) || parameter === 'bytes' || parameter === 'spread'
      ? [`;${parameter}=${parameterText(parameter, spec, draw, material)}`]
      : [],
  );
  return name + given.join('');
}

function parameterText(name: string, spec: ParameterSpec, draw: Draw, { parties, contracts }: Material): string {
  if (spec.choices !== undefined) return draw.of(spec.choices);
  const { minimum = 0, maximum = 1_000_000 } = spec;
  switch (spec.type) {
    case 'duration':
      // Other durations than delays are those of the sandbox's clock.
      return `"${name === 'after' || name === 'per' ? draw.of(['0s', '1s', '30s', 'PT2H']) : draw.of(['0ms', '1ms', '4ms'])}"`;
    case 'integer':
      return String(name === 'bytes' ? draw.of([300, 1_000]) : draw.of([minimum, minimum + 1, 3, 40, maximum]));
    case 'number':
      return draw.of(['0.0', '0.3', '0.5', '1.0']);
    case 'boolean':
      return draw.of(['?0', '?1']);
    case 'integers':
      return draw.of(['0', '"0,2"', '"1 5 99"']);
    default:
      return `"${draw.of(name === 'contracts' ? contracts : parties).replaceAll(/[^ !#-[\]-~]/g, '')}"`;
  }
}

function spoiltSelection(text: string, draw: Draw): string {
  const at = draw.below(text.length + 1);
  return draw.of([
    text.slice(0, at),
    `${text.slice(0, at)};${text.slice(at)}`,
    `${text}, no-such-scenario`,
    `${text};no-such-parameter=1`,
    `${text.slice(0, at)}${draw.of(ODD_TEXTS)}${text.slice(at)}`,
    Array.from({ length: 60 }, () => text).join(','),
  ]);
}
