/** Rooms as one would see them furnished: living room, kitchen with dining table, main bedroom. */
import {
  bed,
  chair,
  cupboards,
  fridge,
  kitchen,
  lowTable,
  pillow,
  sideboard,
  sofa,
  stool,
  table,
  television,
  wardrobe,
} from './furniture.ts';
import { at } from './furniture.ts';
import { Room, type Shell } from './room.ts';
import { type Face, box, turned } from './faces.ts';

export interface Decor {
  walls: string;
  accent: string;
  floor: string;
  soft: string;
  second: string;
  wood: string;
  seed: number;
}

const shell = (d: Decor, width: number, depth: number): Shell => ({
  width,
  depth,
  height: 2.7,
  walls: d.walls,
  accent: d.accent,
  floor: d.floor,
  seed: d.seed,
});

/** Living room with a wide window and, behind the sofa, a wall in colour. */
export function livingRoom(d: Decor): string {
  const room = new Room(shell(d, 5.4, 5), { eye: [1.7, -2.9, 1.5], yaw: 9, focal: 1180, centre: [800, 470] });
  room.backWindow(1.15, 0.55, 2.9, 1.75);
  room.leftPicture(2.2, 1.2, 1.2, 0.85);
  room.shellDone();
  room.rug(1.35, 1.05, 2.7, 2, d.second);
  room.plant(0.5, 4.5, 0, 1.7);
  const furniture: Face[] = [
    ...at(sofa(2.5, d.soft), 1.5, 3.55),
    ...pillow([1.78, 3.82, 0.5], 0.42, d.second),
    ...pillow([3.28, 3.82, 0.5], 0.42, d.accent),
    ...at(lowTable(1.25, 0.7, d.wood), 2.1, 1.7),
    ...at(turned(sofa(1, d.second), 1), 1.2, 1.75),
    ...at(turned(sideboard(2.1, 0.52, d.wood, 3), 3), 4.95, 3.4),
    ...at(television(), 5.32, 1.55, 0.95),
    ...box([4.1, 4.25, 0], [4.6, 4.7, 0.5], d.wood),
  ];
  room.furnish(furniture);
  room.vase(2.6, 2.05, 0.41);
  room.bowl(3, 1.98, 0.41);
  room.lamp(4.35, 4.5, 0.5);
  room.pendant(2.7, 2, 0.78);
  return room.finish();
}

/** Open kitchen along the back wall, island with stools, dining table in front. */
export function kitchenRoom(d: Decor): string {
  const room = new Room(shell(d, 5.6, 5.2), {
    eye: [3.9, -2.7, 1.55],
    yaw: -11,
    focal: 1150,
    centre: [800, 470],
  });
  room.backWindow(2.2, 1.12, 1.4, 1.05);
  room.leftWindow(1.3, 0.45, 2, 1.8);
  room.rightPicture(1.9, 1.2, 0.7, 0.9);
  room.rightPicture(2.8, 1.2, 0.7, 0.9);
  room.shellDone();
  room.rug(0.75, 0.3, 2.6, 2.1, d.second);
  const seats = [0.95, 1.75].flatMap((x) => [
    ...at(turned(chair(d.second, d.wood), 2), x + 0.45, 0.9),
    ...at(chair(d.second, d.wood), x, 1.75),
  ]);
  room.furnish([
    ...at(kitchen(4.2, d.accent, '#f2efe9'), 0.05, 4.56),
    ...at(cupboards(1.8, d.walls), 0.05, 4.82, 1.5),
    ...at(cupboards(0.6, d.walls), 3.62, 4.82, 1.5),
    ...at(fridge(), 4.55, 4.45),
    ...box([3.65, 4.52, 0.932], [4.2, 5.02, 0.945], '#1c1f21'),
    ...at(kitchen(1.8, d.wood, '#f2efe9'), 2.9, 3),
    ...at(stool(d.soft), 3.1, 2.55),
    ...at(stool(d.soft), 3.95, 2.55),
    ...at(table(1.7, 0.95, d.wood), 0.75, 0.85),
    ...seats,
  ]);
  room.vase(1.6, 1.3, 0.76);
  room.bowl(3.5, 3.3, 0.93);
  room.bowl(1.15, 1.25, 0.76);
  room.plant(5.2, 3.6, 0, 1.5);
  room.pendant(1.6, 1.3, 0.85);
  room.pendant(3.3, 3.3, 0.62);
  room.pendant(4.2, 3.3, 0.62);
  return room.finish();
}

/** Main bedroom, morning light from the left. */
export function bedroom(d: Decor): string {
  const room = new Room(shell(d, 4.6, 4.4), {
    eye: [3.3, -3, 1.5],
    yaw: -9,
    focal: 1230,
    centre: [800, 470],
  });
  room.leftWindow(1.5, 0.5, 2.1, 1.75);
  room.backPicture(1.95, 1.55, 1.1, 0.75);
  room.rightPicture(2.7, 1.15, 1.1, 0.8);
  room.shellDone();
  room.rug(0.7, 0.2, 3.2, 1.7, d.second);
  const nightstand = () => sideboard(0.5, 0.5, d.wood, 1);
  room.furnish([
    ...at(bed(d.soft, d.second, d.wood), 1.65, 2.2),
    ...at(nightstand(), 0.95, 3.9),
    ...at(nightstand(), 3.45, 3.9),
    ...at(turned(wardrobe(1.8, d.walls), 3), 4, 4.36),
    ...at(turned(sofa(0.95, d.accent), 1), 1.1, 0.9),
  ]);
  room.lamp(1.2, 4.1, 0.5);
  room.lamp(3.75, 4.1, 0.5);
  room.plant(0.45, 3.9, 0, 1.55);
  room.pendant(2.3, 1.8, 0.6);
  return room.finish();
}
