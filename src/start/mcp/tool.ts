/** A tool for agents: what the Model Context Protocol needs to know of it, and what it does. */

import { specDocument } from '../../contract/documents/prepared.js';
import { once } from '../../contract/schema/lazy.js';
import type { components } from './tool-inputs.js';
import type { DeclaredTool } from './tool-types.js';

/** A tool with its name, and with what it does. */
export interface Tool {
  readonly name: string;
  readonly declared: DeclaredTool;
  /**
   * Gets an input that fits the schema.
   * @throws ToolError, and the errors of the control plane; the agent reads their messages
   */
  run(input: object, call: ToolCall): object | Promise<object>;
}

type Inputs = components['schemas'];

/** The tools as they are declared, by their names. */
const declaredTools = once(() => specDocument('mcp-tools') as Readonly<Record<keyof Inputs, DeclaredTool>>);

/** What each tool does, by its name. The types of an input come from its schemas in `spec/mcp-tools.yaml`. */
type Runs = { readonly [Name in keyof Inputs]: (input: Inputs[Name], call: ToolCall) => object | Promise<object> };

/** The tools, each with its declaration and what it does. */
export function toolsOf(runs: Partial<Runs>): Tool[] {
  // The SDK has checked an input against its schemas before a tool gets it.
  const entries = Object.entries(runs) as [keyof Inputs, Tool['run']][];
  return entries.map(([name, run]) => ({ name, declared: declaredTools()[name], run }));
}

/** The call of a tool. */
export interface ToolCall {
  /** Aborted when the agent cancels the call, or is gone. */
  readonly signal: AbortSignal;
  /** Reports progress in one line. */
  readonly progress: (line: string) => void;
}

/** A call that cannot be served; the message says what to do. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
}

/** The most characters of JSON in a list of a result. An agent pays for each, and clients cut longer results off. */
const LIST_LIMIT = 12_000;
/** The most characters in one text of a result. */
const TEXT_LIMIT = 4_000;

/** The part of a list that fits into a result, from `offset` on, and how to get the rest. */
export function fittingItems<Item>(
  items: readonly Item[],
  offset = 0,
): { readonly items: readonly Item[]; readonly more?: string } {
  let size = 0;
  let end = offset;
  while (end < items.length) {
    size += JSON.stringify(items[end]).length;
    // The first item is shown however long it is: otherwise no call could ever get past it.
    if (size > LIST_LIMIT && end > offset) break;
    end++;
  }

  const rest = items.length - end;

  return {
    items: items.slice(offset, end),
    ...(rest > 0 && { more: `${rest} of ${items.length} are not shown; call again with offset ${end}` }),
  };
}

/** The part of a text that fits into a result, from `offset` on, and how to get the rest. */
export function fittingText(text: string, offset = 0): { readonly text: string; readonly more?: string } {
  const end = offset + TEXT_LIMIT;
  return {
    text: text.slice(offset, end),
    ...(end < text.length && { more: `${text.length - end} characters are not shown; call again with offset ${end}` }),
  };
}

/** Whether a text has every word of a search, whatever their case. */
export function hasWords(text: string, search = ''): boolean {
  const lowerCase = text.toLowerCase();
  const words = search.toLowerCase().split(/\s+/);
  return words.every((word) => lowerCase.includes(word));
}
