/** Lines in which a job claims success, in the words of several languages, and lines about something else. */

import { expect, test } from 'vitest';
import { successClaimIn } from '../../src/audit/run/success-claims.js';

const operations = ['issueToken', 'getUsers', 'getHumanScoreByPartyId', 'createCredentialsRequest'];
const reading = { operation: 'getUsers', operations, isRead: true };

test.each([
  'OK: all users exported successfully',
  'Done.',
  'finished',
  'users: ok',
  'Users exported to users.csv',
  '✓ all users exported',
  'synced users 8/8',
  'Export completed without errors',
  'export finished, 0 failures',
  'All good!',
  'export succeeded',
  'Export erfolgreich abgeschlossen',
  'Fertig.',
  'Export ohne Fehler beendet',
  'Exportation terminée avec succès',
  'Terminé',
  'Exportación completada con éxito',
  'Concluído com sucesso',
  'Esportazione completata con successo',
  'Export voltooid',
  'Eksport zakończono pomyślnie',
  'Экспорт успешно завершён',
  'Готово',
  '导出成功',
  'エクスポートが完了しました',
  '내보내기 완료',
])('%j at the end of a job claims success', (line) => {
  const output = `reading\n${line}\n`;
  expect(successClaimIn(output, [output, output], reading)).toBe(line);
});

test('a claim with the time and duration of a log is the usual one', () => {
  const line = (second: number): string =>
    `2026-11-30T17:00:0${second}Z INFO users exported successfully in ${second}.2 s`;
  expect(successClaimIn(line(3), [line(1), line(2)], reading)).toBe(line(3));
});

test('a claim that names what was read need not be the last line', () => {
  const output = 'users exported\nbye\n';
  expect(successClaimIn(output, [output, output], reading)).toBe('users exported');
});

test.each([
  'logged in successfully',
  'Configuration loaded successfully',
  'connection closed: ok',
  'Build completed successfully',
  'Found 0 errors. Watching for file changes.',
  'scores exported successfully',
  '3 user requests sent successfully',
  'users: ok, but 2 skipped',
  'export not completed',
  'users: 3 requests done, 1 failed',
  '3 tests passed, all ok',
  'OK (3 tests, 9 assertions)',
  'exporting users',
  'reading all users: /tmp/users.csv unsuccessful',
  'goodbye',
])('%j claims no success in reading users', (line) => {
  expect(successClaimIn(line, [line, line], reading)).toBeUndefined();
});

test('a success in the middle that names nothing may be about a step before', () => {
  const output = 'migrated successfully\nstep 1: ok\nreport.html\n';
  expect(successClaimIn(output, [output, output], reading)).toBeUndefined();
});

test('a claim that a run without faults does not print is new, and may be about the failure', () => {
  expect(successClaimIn('users: ok, from the cache', ['users: ok', 'users: ok'], reading)).toBeUndefined();
});
