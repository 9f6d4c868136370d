/** Reads YAML (and so JSON) files, keeping where each value stands. */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type * as Yaml from 'yaml';
import { DocumentError, type Mistake } from './document-error.js';

/** A file's content, and where its values stand. */
export interface SourceDocument {
  /** As messages name it. */
  readonly file: string;
  readonly data: unknown;
  /** The place of the value at a JSON pointer, or of the nearest value around it; from 1. */
  locate(pointer: string): Pick<Mistake, 'line' | 'column'>;
}

/**
 * Reads a file.
 * @throws DocumentError where it cannot be read or is not YAML
 */
export function readDocument(file: string): SourceDocument {
  return parseSource(file, readText(file));
}

/**
 * Reads a file that is not YAML.
 * @throws DocumentError where it cannot be read
 */
export function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new DocumentError(file, [{ message: unreadable(error as NodeJS.ErrnoException) }]);
  }
}

/**
 * Parses YAML text; `file` is what messages call it.
 * @throws DocumentError where it is not YAML
 */
export function parseSource(file: string, text: string): SourceDocument {
  const { isNode, LineCounter, parseDocument } = loadYaml();
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const place = (offset: number): Pick<Mistake, 'line' | 'column'> => {
    const { line, col } = lines.linePos(offset);
    return { line, column: col };
  };
  if (document.errors.length > 0) {
    throw new DocumentError(
      file,
      document.errors.map((error) => ({ ...place(error.pos[0]), message: `not valid YAML: ${error.message}` })),
    );
  }
  return {
    file,
    data: document.toJS(),
    locate(pointer) {
      for (let path = pathOf(pointer); ; path = path.slice(0, -1)) {
        const node = document.getIn(path, true);
        if (isNode(node) && node.range) return place(node.range[0]);
        if (path.length === 0) return place(0);
      }
    },
  };
}

function pathOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function unreadable({ code, message }: NodeJS.ErrnoException): string {
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'EISDIR') return 'this is a folder, not a file';
  return code === 'EACCES' ? 'the file may not be read' : message;
}

/** Loaded here because a built package brings its own files along as JSON, and many users write none. */
function loadYaml(): typeof Yaml {
  return createRequire(import.meta.url)('yaml') as typeof Yaml;
}
