/** Finds the operations at a path. Literal segments win over templates (OpenAPI 3.1). */

import type { Method } from './document.js';
import { decodeSegment } from './query-string.js';

/** The operations at one path, by method. */
export type Methods<Operation> = ReadonlyMap<Method, Operation>;

/** A path of the contract, and the decoded values of its parameters. */
export interface PathMatch<Operation> {
  readonly methods: Methods<Operation>;
  readonly parameters: Readonly<Record<string, string>>;
}

/** A segment of the paths: the segments that may follow, and the operations if a path ends here. */
interface Node<Operation> {
  readonly literals: Map<string, Node<Operation>>;
  template?: { readonly name: string; readonly node: Node<Operation> };
  methods?: Map<Method, Operation>;
}

/** All paths of a contract. */
export class PathTree<Operation> {
  readonly #root: Node<Operation> = { literals: new Map() };

  /** Adds an operation at a path template such as `/a/{b}`. */
  add(path: string, method: Method, operation: Operation): void {
    let node = this.#root;
    for (const segment of path.slice(1).split('/')) node = child(node, segment);
    node.methods ??= new Map();
    node.methods.set(method, operation);
  }

  /**
   * Finds the operations at a path of a request line. Dot segments match nothing, because the client resolves them
   * before it sends a request (RFC 3986 section 5.2.4).
   * @param options `ignoresCase`: whether literal segments, which are in lower case, are compared without case
   * @throws PercentEncodingError if a segment is not valid percent-encoded UTF-8
   */
  match(path: string, { ignoresCase }: { readonly ignoresCase: boolean }): PathMatch<Operation> | undefined {
    const parameters: Record<string, string> = {};
    let node = this.#root;
    // Each round takes one segment, which lies between `start` and `end`.
    for (let start = 1, end; start <= path.length; start = end + 1) {
      end = path.indexOf('/', start);
      if (end === -1) end = path.length;
      const segment = decodeSegment(path.slice(start, end));

      const literal = node.literals.get(ignoresCase ? segment.toLowerCase() : segment);
      if (literal !== undefined) {
        node = literal;
        continue;
      }

      if (node.template === undefined || ['', '.', '..'].includes(segment)) return undefined;

      parameters[node.template.name] = segment;
      node = node.template.node;
    }

    return node.methods && { methods: node.methods, parameters };
  }
}

/** The path without a slash at its end, and with one slash in place of several. */
export function withoutSurplusSlashes(path: string): string {
  return path.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '');
}

/** The node of the segment that follows a node. If there is no such node, it is added. */
function child<Operation>(node: Node<Operation>, segment: string): Node<Operation> {
  const name = /^\{(.+)\}$/.exec(segment)?.[1];
  if (name !== undefined) {
    node.template ??= { name, node: { literals: new Map() } };
    return node.template.node;
  }

  const next: Node<Operation> = node.literals.get(segment) ?? { literals: new Map() };
  node.literals.set(segment, next);
  return next;
}
