export class HeadersOfPact extends Map<string, string> {
  constructor(headers?: Readonly<Record<string, string>>);
  override get(name: string): string | null;
  append(name: string, value: string): void;
}
