import type { QueryClient } from '@tanstack/react-query';
import { managesSales, seesMoney, verifiesPayments } from '#contract/overview/home/desk.ts';
import { homeAdministration } from '#contract/overview/home/blocks.ts';
import { homeMoney, homeSales, homeService, homeWorks } from '#contract/overview/home/figures.ts';
import { homeTasks, type TaskKind } from '#contract/overview/home/tasks.ts';
import { salesWaiting } from '#contract/overview/home/endpoints.ts';
import { listProjects } from '#contract/projects/projects/endpoints.ts';
import { listSales } from '#contract/sales/sale/endpoints.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { deskOf, type Turn } from '#contract/sales/sale/turn.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { sessionQuery } from '#web/office/lib/session.ts';

/** Rows per block. */
export const SHOWN = 6;
export const PROJECTS_SHOWN = 12;
/** States that hold a lot only for a limited time. */
const HELD = [SALE.received, SALE.inReview, SALE.papersMissing, SALE.complete];

export const salesCountQuery = queryOf(listSales, { query: { per_page: 1 } });
export const managementQuery = queryOf(homeSales);
export const moneyQuery = queryOf(homeMoney);
export const serviceQuery = queryOf(homeService);
export const worksQuery = queryOf(homeWorks);
export const tasksQuery = (kind: TaskKind | null) =>
  queryOf(homeTasks, { query: { ...(kind && { tipo: kind }) } });
export const endingClaimsQuery = queryOf(listSales, {
  query: { estado_id: HELD, order_column: 'claim_until', order_type: 'asc', per_page: SHOWN },
});
export const projectsQuery = queryOf(listProjects, { query: { per_page: PROJECTS_SHOWN } });

/** The blocks of a user's home page, from the permissions. */
export interface Desk {
  /** Turns that are the user's work. */
  turns: readonly Turn[];
  payments: boolean;
  projects: boolean;
  /** Figures of the company's sales, its money, its works and its service. */
  manages: boolean;
  money: boolean;
  works: boolean;
  service: boolean;
}

export function deskFor(granted: ReadonlySet<string>): Desk {
  const may = (permission: string) => granted.has(permission);
  return {
    turns: deskOf(granted),
    payments: verifiesPayments(granted),
    manages: managesSales(granted),
    money: seesMoney(granted),
    works: managesSales(granted) && may('contratos.ver'),
    service: managesSales(granted) && may('tickets.ver'),
    projects: may('proyectos.ver') && (!may('ventas.ver') || may('administracion.ver')),
  };
}

/** Route loader: prefetches the blocks of the home page when a pointer is on a link to it. */
export function preloadHome({ queryClient }: { queryClient: QueryClient }): void {
  const granted = new Set<string>(queryClient.getQueryData(sessionQuery.queryKey)?.permissions);
  const { projects, manages, money, works, service } = deskFor(granted);
  if (manages) void queryClient.prefetchQuery(managementQuery);
  if (money) void queryClient.prefetchQuery(moneyQuery);
  if (works) void queryClient.prefetchQuery(worksQuery);
  if (service) void queryClient.prefetchQuery(serviceQuery);
  if (granted.has('ventas.ver')) {
    void queryClient.prefetchQuery(salesCountQuery);
    void queryClient.prefetchQuery(queryOf(salesWaiting));
    void queryClient.prefetchQuery(endingClaimsQuery);
  }
  void queryClient.prefetchQuery(tasksQuery(null));
  if (projects) void queryClient.prefetchQuery(projectsQuery);
  if (granted.has('administracion.editar')) void queryClient.prefetchQuery(queryOf(homeAdministration));
}
