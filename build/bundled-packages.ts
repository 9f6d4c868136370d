/**
 * Lists the packages whose code is in a bundle: with their licences in `LICENSES.txt`, and for scanners in
 * `sbom.cdx.json` (CycloneDX 1.5), because no scanner finds them in the tree of installed packages.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Rolldown } from 'tsdown';

/** The folder of a package, at the beginning of a module's path. The name may have a scope: `@faker-js/faker`. */
const PACKAGE_FOLDER = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+\//;

type PackageJson = Readonly<Record<'name' | 'version' | 'license', string>>;

interface BundledPackage extends PackageJson {
  readonly folder: string;
}

/** A plugin of the bundler. */
export function bundledPackages(): Rolldown.Plugin {
  return {
    name: 'bundled-packages',
    generateBundle(_, bundle) {
      const modules = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
      const folders = new Set(modules.flatMap((id) => PACKAGE_FOLDER.exec(id)?.[0] ?? []));
      const unsorted = [...folders].map((folder) => ({ ...packageJson(folder), folder }));
      const packages = unsorted.toSorted((a, b) => (purl(a) < purl(b) ? -1 : 1));
      this.emitFile({ type: 'asset', fileName: 'LICENSES.txt', source: packages.map(license).join(RULE) });
      this.emitFile({ type: 'asset', fileName: 'sbom.cdx.json', source: billOfMaterials(packages) });
    },
  };
}

const RULE = `\n${'-'.repeat(80)}\n\n`;

function license({ name, version, license: id, folder }: BundledPackage): string {
  // Few packages have no file with the text. Their entry has the identifier of the licence alone.
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  return `${name} ${version}\n\n${file === undefined ? id : readFileSync(join(folder, file), 'utf8').trim()}\n`;
}

/**
 * The bill of materials in CycloneDX. The optional time and serial number are left out, so that the same packages give
 * the same file.
 */
function billOfMaterials(packages: readonly BundledPackage[]): string {
  const own = packageJson(process.cwd());
  const bom = {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: { 'bom-ref': purl(own), ...component(own) } },
    components: packages.map(component),
  };
  return `${JSON.stringify(bom, null, 2)}\n`;
}

function component(item: PackageJson): object {
  const { name, version, license: id } = item;
  // An expression such as "MIT OR CC0-1.0" has a member of its own.
  const licenses = [id.includes(' ') ? { expression: id } : { license: { id } }];
  return { type: 'library', name, version, licenses, purl: purl(item) };
}

/** The package URL (https://github.com/package-url/purl-spec): `pkg:npm/express@5.3.0`. */
function purl({ name, version }: PackageJson): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}

function packageJson(folder: string): PackageJson {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as PackageJson;
}
