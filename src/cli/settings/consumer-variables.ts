/** The variables with which a command of the user reaches an emulator. */

import { consumerVariables, type ReachableEmulator } from '../../start/consumer-variables.js';
import { UsageError } from '../terminal/failure.js';

/** The address at which commands look for a running emulator. */
export const USUAL_URL = 'http://127.0.0.1:4010';

/** What a template may contain between braces. */
const PLACEHOLDERS = ['url', 'apiUrl', 'tokenUrl', 'clientId', 'clientSecret', 'network'] as const;

/** A variable under the consumer's own name; the template contains placeholders such as `{apiUrl}`. */
export type OwnVariable = Readonly<{ name: string; template: string }>;

/** Matches `NAME=text`, where the text may have places such as `{apiUrl}`. */
const PAIR = /^(?<name>[A-Za-z_][A-Za-z0-9_.-]*)=(?<template>.*)$/s;

/** Reads `IDENTITY_URL={apiUrl}`. @throws UsageError if it is no such pair, or a placeholder is unknown */
export function ownVariable(text: string): OwnVariable {
  const { name, template } = PAIR.exec(text)?.groups ?? {};
  if (name === undefined || template === undefined)
    throw new UsageError(`--env: expected a variable as in IDENTITY_URL={apiUrl}, found ${JSON.stringify(text)}`);

  for (const [placeholder, member] of template.matchAll(/\{(\w*)\}/g)) {
    if (PLACEHOLDERS.some((known) => known === member)) continue;

    const known = PLACEHOLDERS.map((each) => `{${each}}`).join(', ');
    throw new UsageError(`--env: expected one of ${known} in ${name}, found ${placeholder}`);
  }

  return { name, template };
}

/** The variables with which a consumer reaches this emulator, under the usual names and under the consumer's own. */
export function variablesFor(emulator: ReachableEmulator, variables: readonly OwnVariable[]): Record<string, string> {
  const values = consumerVariables(emulator);
  for (const { name, template } of variables) {
    let filled = template;
    // The value is given by a function: in a text, `replaceAll` would take `$&` for a pattern.
    for (const member of PLACEHOLDERS) filled = filled.replaceAll(`{${member}}`, () => emulator[member]);
    values[name] = filled;
  }

  return values;
}
