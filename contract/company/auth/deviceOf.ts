const BROWSERS: [mark: RegExp, name: string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const SYSTEMS: [mark: RegExp, name: string][] = [
  [/iPhone|iPad/, 'iPhone o iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'Mac'],
  [/Linux/, 'Linux'],
];

/** A device's name, such as "Chrome en Windows", from its user agent. */
export function deviceOf(userAgent: string): { name: string; mobile: boolean } {
  const find = (marks: [RegExp, string][]) => marks.find(([mark]) => mark.test(userAgent))?.[1];
  const browser = find(BROWSERS) ?? 'Otro programa';
  const system = find(SYSTEMS);
  return {
    name: system ? `${browser} en ${system}` : browser,
    mobile: /Mobile|Android|iPhone|iPad/.test(userAgent),
  };
}
