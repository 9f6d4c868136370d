/** Completion for PowerShell. */

import { type Place, valuePlaces, type Word } from './command-places.js';

/** For `$PROFILE`: `id-emulator completion powershell | Out-String | Invoke-Expression`. */
export function powershellScript(places: readonly Place[]): string {
  return `# Completion of id-emulator for PowerShell: id-emulator completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName id-emulator -ScriptBlock {
  param($current, $ast, $position)
  $words = @{
${places.map(({ path, commands, flags }) => `    ${quoted(path)} = @(${[...commands, ...flags].map(pair).join('; ')})\n`).join('')}  }
  $values = @{
${valuePlaces(places)
  .map(({ before, values }) => `    ${quoted(before)} = ${valuesOf(values)}\n`)
  .join('')}  }
  $place = ''
  $previous = ''
  foreach ($element in $ast.CommandElements | Select-Object -Skip 1) {
    if ($element.Extent.EndOffset -ge $position -and $current -ne '') { break }
    $word = $element.ToString()
    if ($word -eq '--') { return }
    $previous = $word
    $path = "$place $word".Trim()
    if ($words.ContainsKey($path)) { $place = $path }
  }
  $before = "$place $previous".Trim()
  if ($values.ContainsKey($before)) {
    $values[$before] | Where-Object { $_ -like "$current*" } | ForEach-Object {
      [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
    }
    return
  }
  $words[$place] | Where-Object { $_[0] -like "$current*" } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_[0], $_[0], 'ParameterName', $_[1])
  }
}
`;
}

/** The comma keeps a pair together, which PowerShell would otherwise take as two values. */
function pair({ word, description }: Word): string {
  return `,@(${quoted(word)}, ${quoted(description)})`;
}

function valuesOf(values: readonly string[] | string): string {
  return typeof values === 'string' ? '@()' : `@(${values.map(quoted).join(', ')})`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
