import { readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';

const SOURCES = [
  new URL('../../../../../contract/legal/seals/chain.ts', import.meta.url),
  new URL('verifyBundle.ts', import.meta.url),
];

/** The same code that the tests run, as a script without modules. */
async function script(): Promise<string> {
  const parts = await Promise.all(
    SOURCES.map(async (file) =>
      stripTypeScriptTypes(await readFile(file, 'utf8'))
        .replaceAll(/^import .*$/gm, '')
        .replaceAll(/^export /gm, ''),
    ),
  );
  return parts.join('\n').replaceAll('</script', '<\\/script');
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** A page that verifies the bundle it is in, opened from a folder and without network. */
export async function bundlePage({ title, company }: { title: string; company: string }): Promise<string> {
  return `<!doctype html>
<html lang="es">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'">
<title>Verificar: ${escaped(title)}</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 44rem; margin: 2rem auto; padding: 0 1rem; color: #1d2622; background: #fff }
  h1 { font-size: 1.4rem } li { margin: .3rem 0 } .bien::marker { content: '✓ ' } .mal { color: #a3160e; font-weight: 600 } .mal::marker { content: '✗ ' }
  input { font: inherit; padding: .6rem; border: 1px dashed #5b6660; width: 100%; box-sizing: border-box }
  @media (prefers-color-scheme: dark) { body { color: #e8efe9; background: #16201b } .mal { color: #ff9d94 } }
</style>
<h1>${escaped(title)}</h1>
<p>${escaped(company)}. Esta página revisa los archivos de esta carpeta en tu navegador: no envía nada a ninguna parte y no necesita Internet.</p>
<p><label for="archivos">Elige todos los archivos de la carpeta:</label></p>
<input id="archivos" type="file" multiple>
<ul id="resultado" aria-live="polite"></ul>
<p>Lo que esta página no puede saber es si el certificado es de quien dice. Compara la huella del certificado con la que publica la empresa, o mira su emisor en un lector de PDF.</p>
<script type="module">
${await script()}
document.getElementById('archivos').addEventListener('change', async ({ target }) => {
  const files = new Map();
  for (const file of target.files) files.set(file.name, new Uint8Array(await file.arrayBuffer()));
  const list = document.getElementById('resultado');
  list.replaceChildren();
  for (const { ok, text } of await verifyBundle(files)) {
    const line = document.createElement('li');
    line.className = ok ? 'bien' : 'mal';
    line.textContent = text;
    list.append(line);
  }
});
</script>
</html>
`;
}
