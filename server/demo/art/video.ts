/**
 * Makes the promotional videos out of the drawn pictures: `node server/demo/art/video.ts` (needs ffmpeg with libvpx-vp9
 * on the PATH; the results are committed, so nobody needs it to run Llave). Slow pans with cross-fades and titles, 13 s.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Resvg } from '@resvg/resvg-js';
import { DEMO_PROJECTS, type DemoProject } from './catalogue.ts';
import { RESVG_FONTS } from './fonts.ts';

const [WIDTH, HEIGHT, FPS, SCENE, FADE] = [1280, 720, 25, 3, 0.6];
const asset = (name: string) => fileURLToPath(new URL(`../assets/${name}`, import.meta.url));

interface Scene {
  picture: string;
  title: string;
  line: string;
  pan: 'in' | 'out' | 'left' | 'right';
}

function scenes(project: DemoProject): Scene[] {
  const [entrance, park] = project.pictures.gallery;
  const price = (centavos: number) => `Desde B/. ${(centavos / 100).toLocaleString('en-US')}`;
  const middle = project.models[1]!;
  const cheapest = Math.min(...project.models.map((m) => m.price_centavos));
  return [
    {
      picture: project.pictures.hero,
      title: project.name,
      line: `${project.district}, ${project.province}`,
      pan: 'in',
    },
    { picture: entrance, title: 'Entrada con garita', line: 'Acceso controlado día y noche', pan: 'right' },
    {
      picture: middle.pictures.facade,
      title: `Modelo ${middle.name}`,
      line: `${middle.bedrooms} recámaras · ${middle.bathrooms} baños · ${middle.area_m2} m²`,
      pan: 'left',
    },
    {
      picture: middle.pictures.interior,
      title: 'Espacios llenos de luz',
      line: 'Listos para tu familia',
      pan: 'out',
    },
    { picture: park, title: price(cheapest), line: project.tagline, pan: 'in' },
  ];
}

function titleCard({ title, line }: Scene): Buffer {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><defs><linearGradient id="g" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#0c1f14" stop-opacity="0"/><stop offset="1" stop-color="#0c1f14" stop-opacity=".82"/></linearGradient></defs><rect y="460" width="${WIDTH}" height="260" fill="url(#g)"/><rect x="72" y="588" width="6" height="84" rx="3" fill="#8fd3a3"/><text x="98" y="630" font-family="Roboto" font-weight="500" font-size="48" fill="#ffffff">${title}</text><text x="99" y="668" font-family="Roboto" font-size="26" fill="#e4efe6">${line}</text></svg>`;
  return new Resvg(svg, { font: { ...RESVG_FONTS, fontFiles: [...RESVG_FONTS.fontFiles] } }).render().asPng();
}

function zoom(pan: Scene['pan']): string {
  const frames = SCENE * FPS;
  const step = `on/${frames}`;
  const z = { in: `1+0.12*${step}`, out: `1.14-0.12*${step}`, left: '1.12', right: '1.12' }[pan];
  const x = {
    in: 'iw/2-(iw/zoom/2)',
    out: 'iw/2-(iw/zoom/2)',
    left: `(iw-iw/zoom)*(1-${step})`,
    right: `(iw-iw/zoom)*${step}`,
  }[pan];
  return `zoompan=z='${z}':x='${x}':y='(ih-ih/zoom)*0.62':d=${frames}:s=${WIDTH}x${HEIGHT}:fps=${FPS}`;
}

function make(project: DemoProject): void {
  const folder = mkdtempSync(join(tmpdir(), 'llave-video-'));
  const list = scenes(project);
  const inputs = list.flatMap((scene, i) => {
    const card = join(folder, `${i}.png`);
    writeFileSync(card, titleCard(scene));
    return [
      '-i',
      asset(scene.picture),
      '-loop',
      '1',
      '-t',
      String(SCENE),
      '-framerate',
      String(FPS),
      '-i',
      card,
    ];
  });
  const clips = list.map(
    ({ pan }, i) =>
      `[${i * 2}]scale=3840:-1,crop=3840:2160,${zoom(pan)},format=yuv420p[p${i}];[${i * 2 + 1}]format=rgba,fade=in:st=0.3:d=0.6:alpha=1[t${i}];[p${i}][t${i}]overlay=shortest=1,settb=1/${FPS},setpts=N[c${i}]`,
  );
  const fades = list
    .slice(1)
    .map(
      (_, i) =>
        `[${i ? `x${i}` : 'c0'}][c${i + 1}]xfade=transition=fade:duration=${FADE}:offset=${((i + 1) * (SCENE - FADE)).toFixed(2)}[x${i + 1}]`,
    );
  const graph = [...clips, ...fades].join(';');
  const out = asset(project.video);
  const codec = [
    '-c:v',
    'libvpx-vp9',
    '-crf',
    '39',
    '-b:v',
    '780k',
    '-deadline',
    'good',
    '-cpu-used',
    '2',
    '-row-mt',
    '1',
    '-an',
  ];
  const done = spawnSync(
    'ffmpeg',
    [
      '-y',
      '-loglevel',
      'error',
      ...inputs,
      '-filter_complex',
      graph,
      '-map',
      `[x${list.length - 1}]`,
      ...codec,
      out,
    ],
    { stdio: 'inherit' },
  );
  rmSync(folder, { recursive: true });
  if (done.status !== 0) throw new Error(`ffmpeg ended with ${done.status ?? done.error?.message}`);
  process.stdout.write(`${project.video} ${Math.round(statSync(out).size / 1000)} kB\n`);
}

for (const project of DEMO_PROJECTS) make(project);
