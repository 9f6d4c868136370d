/** Which files the places on the command line mean. */

import { mkdir, symlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { findPactFiles } from '../../../src/pact/reading/find-pact-files.js';
import { temporaryFolder } from '../../cli/temporary-folder.js';

test.each([
  ['a dot', (path: string) => [join(path, 'a.json'), `${path}/./a.json`]],
  ['a way up', (path: string) => [join(path, 'a.json'), `${path}/more/../a.json`]],
  ['two slashes', (path: string) => [join(path, 'a.json'), `${path}//a.json`]],
  ['its folder', (path: string) => [join(path, 'a.json'), path]],
  ['a pattern', (path: string) => [join(path, 'a.json'), `${path}/*.json`]],
])('a file that is named again by %s is there once, as it was first named', async (_, spellings) => {
  await using folder = await temporaryFolder({ 'a.json': '{}' });
  await mkdir(join(folder.path, 'more'));
  const [first, second] = spellings(folder.path);
  const named = (given: string[]): string[] => findPactFiles(given).places.map(({ source }) => source);
  expect(named([first!, second!])).toEqual([first]);
  expect(named([second!, first!])).toHaveLength(1);
});

test.skipIf(process.platform === 'win32')('a file and a link to it are one', async () => {
  await using folder = await temporaryFolder({ 'a.json': '{}' });
  const [file, link] = [join(folder.path, 'a.json'), join(folder.path, 'link.json')];
  await symlink(file, link);
  expect(findPactFiles([link, file]).places.map(({ source }) => source)).toEqual([link]);
});

test('equal files with different names are two', async () => {
  await using folder = await temporaryFolder({ 'a.json': '{}', 'b.json': '{}' });
  expect(findPactFiles([folder.path]).places).toHaveLength(2);
});

test.skipIf(process.platform === 'win32')(
  'a folder means its files with the ending in any case, and its links that lead nowhere',
  async () => {
    await using folder = await temporaryFolder({ 'a.json': '{}', 'b.JSON': '{}' });
    await symlink('nowhere', join(folder.path, 'c.json'));
    const named = findPactFiles([folder.path]).places.map(({ source }) => basename(source));
    expect(named).toEqual(['a.json', 'b.JSON', 'c.json']);
  },
);
