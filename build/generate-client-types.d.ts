export function clientTypes(): Promise<string>;
