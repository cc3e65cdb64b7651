import { z } from 'zod';
import { RECORDS } from '#contract/records.ts';
import { data, endpoint } from '#contract/endpoint.ts';
import { Turn } from '#contract/sales/sale/turn.ts';
import { MENU_COUNTERS } from '#contract/company/menu/counters.ts';

const total = z.number().int();

/** Waiting work of the user, for the menu and the home page. Null: not this user's work. */
export const officeCounters = endpoint({
  method: 'GET',
  path: '/api/office/counters',
  access: 'staff',
  shows: RECORDS,
  summary: 'Lo que espera por quien pregunta en cada página del menú',
  answer: data(z.record(z.enum(MENU_COUNTERS), total.nullable())),
});

export const salesWaiting = endpoint({
  method: 'GET',
  path: '/api/office/waiting',
  access: 'ventas.ver',
  shows: ['precontrato'],
  summary: 'Cuántas de las ventas que puede ver esperan por cada quien',
  answer: data(z.array(z.object({ turn: Turn, total }))),
});
