import type { Files, UploadedFile } from '#server/kernel/files.ts';
import { chance } from '../chance.ts';
import { jpeg } from '../papers/render.ts';

/** What a house looks like while it is built, from the ground to the painted house. */
const SCENES = ['terreno', 'fundacion', 'losa', 'paredes', 'techo', 'repello', 'acabados', 'calle'] as const;
type Scene = (typeof SCENES)[number];
export type Photographs = ReadonlyMap<Scene, UploadedFile>;

/** The scene of each activity (contract_activities); of an item of the infrastructure the street. */
const OF_ACTIVITY: Readonly<Record<number, Scene>> = {
  1: 'terreno', 2: 'fundacion', 3: 'fundacion', 4: 'losa', 5: 'paredes', 6: 'paredes', 7: 'techo', 8: 'repello',
  9: 'repello', 10: 'repello', 11: 'repello', 12: 'acabados', 13: 'acabados', 14: 'acabados', 15: 'acabados',
}; // prettier-ignore

/** The photograph of a job; while it is half done, of the scene before it. */
export function photoOf(photos: Photographs, activityId: number | null, bp: number): UploadedFile {
  const scene = activityId === null ? 'calle' : (OF_ACTIVITY[activityId] ?? 'acabados');
  const at = SCENES.indexOf(scene);
  return photos.get(scene === 'calle' || bp > 5000 || at === 0 ? scene : SCENES[at - 1]!)!;
}

/** Draws and keeps one photograph of each scene. */
export async function photographs(files: Files): Promise<Photographs> {
  const kept = await Promise.all(
    SCENES.map(async (scene) => {
      const bytes = await jpeg(draw(scene));
      return [
        scene,
        { ...(await files.keep(bytes, `obra-${scene}.jpg`, 'image/jpeg')), field: 'fotos' },
      ] as const;
    }),
  );
  return new Map(kept);
}

const [WIDTH, HEIGHT] = [960, 720];
const rect = (x: number, y: number, w: number, h: number, fill: string, more = '') =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${fill}" ${more}/>`;

/** A drawn photograph of the site: sky, hills, ground, and the house as far as it is built. */
function draw(scene: Scene): string {
  const level = SCENES.indexOf(scene);
  const random = chance(level + 41);
  const stones = Array.from(
    { length: 60 },
    () =>
      `<ellipse cx="${Math.round(random() * WIDTH)}" cy="${Math.round(560 + random() * 150)}" rx="${Math.round(3 + random() * 9)}" ry="3" fill="#8d6a48" opacity="0.5"/>`,
  ).join('');
  const house = scene === 'calle' ? street() : built(level);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">
    <defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#8fbce0"/><stop offset="1" stop-color="#e6eef2"/></linearGradient>
    <linearGradient id="soil" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#b98a5c"/><stop offset="1" stop-color="#94683f"/></linearGradient></defs>
    ${rect(0, 0, WIDTH, 470, 'url(#sky)')}
    <path d="M0 430Q160 330 340 400T680 380T960 420V520H0Z" fill="#6f9a6b"/>
    <path d="M0 460Q220 400 460 450T960 445V540H0Z" fill="#5a8557"/>
    ${rect(0, 490, WIDTH, 230, 'url(#soil)')}${stones}${house}</svg>`;
}

function built(level: number): string {
  const parts: string[] = [];
  if (level === 0)
    parts.push(
      ...[180, 420, 660].map((x) => rect(x, 500, 8, 90, '#e8d9a8')),
      '<path d="M184 520H664M184 560H664" stroke="#f4f1e6" stroke-width="3" fill="none"/>',
    );
  if (level >= 1) parts.push(rect(170, 560, 620, 40, level === 1 ? '#7b7f82' : '#b9bcbd'));
  if (level === 1)
    parts.push(
      ...Array.from({ length: 14 }, (_, at) => rect(185 + at * 44, 470, 5, 96, '#7a4a33')),
      rect(180, 505, 600, 4, '#7a4a33'),
    );
  if (level >= 3) {
    const wall = level === 3 || level === 4 ? '#a7a39c' : level === 5 ? '#cfcac0' : '#f1e3c4';
    parts.push(rect(200, 330, 560, 232, wall));
    if (level <= 4)
      parts.push(
        ...Array.from({ length: 8 }, (_, at) => rect(200, 358 + at * 27, 560, 2, '#8d897f')),
        ...Array.from({ length: 13 }, (_, at) => rect(240 + at * 42, 330, 2, 232, '#8d897f')),
      );
    const hole = level >= 6 ? '#5c88a8' : '#4a443c';
    parts.push(rect(270, 400, 90, 80, hole), rect(600, 400, 90, 80, hole), rect(440, 400, 84, 162, level >= 6 ? '#7a4f31' : hole)); // prettier-ignore
  }
  if (level === 4)
    parts.push(
      '<path d="M170 335L480 220L790 335" stroke="#7b5636" stroke-width="12" fill="none"/>',
      ...[260, 350, 610, 700].map((x) => `<path d="M${x} ${335 - (310 - Math.abs(480 - x)) * 0.37}V335" stroke="#7b5636" stroke-width="8"/>`),
    ); // prettier-ignore
  if (level >= 5)
    parts.push(`<path d="M150 340L480 210L810 340Z" fill="${level === 5 ? '#9c9a98' : '#a8513a'}"/>`);
  if (level >= 6) parts.push(rect(180, 598, 600, 14, '#d9d6cd'), '<ellipse cx="140" cy="580" rx="52" ry="34" fill="#4f8a4b"/><ellipse cx="830" cy="584" rx="46" ry="30" fill="#4f8a4b"/>'); // prettier-ignore
  return parts.join('');
}

const street = () =>
  `<path d="M380 490H580L860 720H100Z" fill="#6d6f72"/><path d="M478 490L470 720H490L482 490Z" fill="#efe9d2" opacity="0.7"/>
   <path d="M372 490H382L104 720H60Z" fill="#c9c6bf"/><path d="M578 490H588L900 720H856Z" fill="#c9c6bf"/>`;
