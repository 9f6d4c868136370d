/** The declarations that a user of the built library sees, in an order that does not depend on the files they are in. */

import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import ts from 'typescript';

/**
 * A text for each entry of the package: what it exports, then every declaration that this leads to.
 * @param {string} repo @returns {{ entry: string, text: string }[]}
 */
export function typesOf(repo) {
  /** @type {Record<string, any>} */
  const exported = JSON.parse(readFileSync(join(repo, 'package.json'), 'utf8')).exports;
  const entries = Object.entries(exported).flatMap(([entry, where]) => {
    const [first, second] = [where.types ?? where.import?.types, where.require?.types].map(
      (file) => file && resolve(repo, file),
    );
    return first === undefined ? [] : [{ entry, first, second }];
  });
  const program = programOf(entries.flatMap(({ first, second }) => [first, second].filter(Boolean)));
  return entries.map(({ entry, first, second }) => {
    const text = textOf(program, first);
    const required = second === undefined ? 'is not possible' : textOf(program, second);
    return { entry, text: `${text}\n\nrequire(): ${required === text ? 'the same' : required}\n` };
  });
}

/** Types of other packages stay names: only our own declarations are looked into, which takes a second and not ten. @param {string[]} files */
function programOf(files) {
  const options = { noLib: true, types: [], target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.NodeNext };
  const host = ts.createCompilerHost(options);
  host.resolveModuleNameLiterals = (literals, from) =>
    literals.map(({ text }) => {
      if (!text.startsWith('.')) return { resolvedModule: undefined };
      const [, stem = '', common = ''] = /^(.*)\.(c?)js$/.exec(text) ?? [];
      return {
        resolvedModule: {
          resolvedFileName: resolve(dirname(from), `${stem}.d.${common}ts`),
          extension: common === '' ? ts.Extension.Dts : ts.Extension.Dcts,
        },
      };
    });
  return ts.createProgram(files, options, host);
}

/** @param {ts.Program} program @param {string} file */
function textOf(program, file) {
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(file);
  if (source === undefined) throw new Error(`${file} is not there`);
  const symbol = checker.getSymbolAtLocation(source);
  const exported = symbol === undefined ? [] : checker.getExportsOfModule(symbol);
  const { declarations, others } = new Reader(checker, exported).read(source);
  return [
    ...exported.map((each) => `exports ${each.name} ${isOnlyType(each) ? '(type)' : '(value)'}`).sort(),
    ...[...others].sort(),
    ...[...declarations]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .flatMap(([, texts]) => [...texts].sort().flatMap((text) => ['', text])),
  ].join('\n');
}

/** Follows the names in the declarations of an entry. */
class Reader {
  /** Texts by the name that they declare. @type {Map<string, Set<string>>} */
  declarations = new Map();
  /** What comes from other packages. @type {Set<string>} */
  others = new Set();
  #checker;
  #exported;
  /** Classes that a program can call, and not only name. @type {Set<ts.Symbol>} */
  #callable;
  #visited = new Set();

  /** @param {ts.TypeChecker} checker @param {ts.Symbol[]} exported */
  constructor(checker, exported) {
    this.#checker = checker;
    this.#exported = exported;
    this.#callable = new Set(exported.filter((each) => !isOnlyType(each)).map((each) => this.#target(each)));
  }

  /** @param {ts.SourceFile} source */
  read(source) {
    for (const each of this.#exported) this.#follow(each);
    // What is added to the types of another package is not exported.
    for (const statement of source.statements)
      if (ts.isModuleDeclaration(statement)) this.#keep(statement.name.text, statement, true);
    return this;
  }

  /** @param {ts.Symbol} symbol */
  #target(symbol) {
    return (symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : this.#checker.getAliasedSymbol(symbol);
  }

  /** @param {ts.Symbol} symbol */
  #follow(symbol) {
    const target = this.#target(symbol);
    if (target !== symbol && target.declarations === undefined) {
      const from = symbol.declarations?.map(specifierOf).find((text) => text !== undefined);
      if (from !== undefined) this.others.add(`${plain(symbol.name)} is of ${from}`);
    }
    if (this.#visited.has(target)) return;
    this.#visited.add(target);
    for (const declaration of target.declarations ?? []) {
      const statement = topStatement(declaration);
      if (statement !== undefined) this.#keep(plain(target.name), statement, this.#callable.has(target));
    }
  }

  /** @param {string} name @param {ts.Node} statement @param {boolean} isCallable */
  #keep(name, statement, isCallable) {
    // A user who gets an instance sees neither the constructor nor what is static, nor the types that they take.
    const hidden = ts.isClassDeclaration(statement) && !isCallable ? statement.members.filter(isOfClassItself) : [];
    // The comment of a file may stand before the first declaration that is left of it; an editor shows the last one.
    const comment = ts.getJSDocCommentsAndTags(statement).findLast(ts.isJSDoc)?.getText();
    const whole = statement.getSourceFile().text;
    let [text, at] = ['', statement.getStart()];
    for (const member of hidden) [text, at] = [text + whole.slice(at, member.getFullStart()), member.end];
    const lines = [...(comment === undefined ? [] : [comment]), text + whole.slice(at, statement.end)].join('\n');
    this.declarations.set(name, (this.declarations.get(name) ?? new Set()).add(plain(lines)));
    this.#followNames(statement, new Set(hidden));
  }

  /** @param {ts.Node} node @param {Set<ts.Node>} hidden */
  #followNames(node, hidden) {
    const symbol = ts.isIdentifier(node) ? this.#checker.getSymbolAtLocation(node) : undefined;
    if (symbol !== undefined) this.#follow(symbol);
    ts.forEachChild(node, (child) => {
      if (!hidden.has(child)) this.#followNames(child, hidden);
    });
  }
}

/** @param {ts.ClassElement} member */
function isOfClassItself(member) {
  return ts.isConstructorDeclaration(member) || (ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Static) !== 0;
}

/** The statement of a file that declares it; members, parameters and the like stand in that of their owner. @param {ts.Node} declaration */
function topStatement(declaration) {
  const statement = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;
  return statement.parent !== undefined && ts.isSourceFile(statement.parent) ? statement : undefined;
}

/** @param {ts.Node} node @returns {string | undefined} */
function specifierOf(node) {
  for (let at = node; at !== undefined; at = at.parent)
    if (ts.isImportDeclaration(at) || ts.isExportDeclaration(at)) return at.moduleSpecifier?.getText();
  return undefined;
}

/** Where files with the same name meet in a chunk, the bundler gives one of them a number. @param {string} text */
function plain(text) {
  return text.replace(/\b(\w+)\$\d+\b/g, '$1');
}

/** @param {ts.Symbol} symbol */
function isOnlyType(symbol) {
  return symbol.declarations?.some(
    (node) => ts.isExportSpecifier(node) && (node.isTypeOnly || node.parent.parent.isTypeOnly),
  );
}
