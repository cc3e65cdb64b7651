import { checkPages } from './support/pages.ts';

checkPages('tickets', [
  '/oficina/tickets',
  '/oficina/tickets?nuevo=1',
  '/oficina/tickets?ver=tablero',
  '/oficina/tickets/1',
  '/oficina/tickets/1?tab=mensajes',
  '/oficina/departamentos',
]);
