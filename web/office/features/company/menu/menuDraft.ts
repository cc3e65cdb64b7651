import type { MenuArrangement, NewMenuArrangement } from '#contract/company/menu/menuEndpoints.ts';

export type Modules = MenuArrangement['modules'];
export type ModuleRow = Modules[number];
export type OptionRow = ModuleRow['options'][number];

/** A copy of the list with one row moved. */
export function moved<Row>(rows: readonly Row[], from: number, to: number): Row[] {
  const list = [...rows];
  list.splice(to, 0, ...list.splice(from, 1));
  return list;
}

export const withModule = (modules: Modules, id: number, change: Partial<ModuleRow>): Modules =>
  modules.map((one) => (one.id === id ? { ...one, ...change } : one));

export const withOption = (modules: Modules, id: number, change: Partial<OptionRow>): Modules =>
  modules.map((one) => ({
    ...one,
    options: one.options.map((option) => (option.id === id ? { ...option, ...change } : option)),
  }));

/** Moves an option to the end of another module. */
export const movedTo = (modules: Modules, option: OptionRow, moduleId: number): Modules =>
  modules.map((one) => {
    const rest = one.options.filter(({ id }) => id !== option.id);
    return { ...one, options: one.id === moduleId ? [...rest, option] : rest };
  });

/** The modules as the request body. */
export const sent = (version: number, modules: Modules): NewMenuArrangement => ({
  version,
  modules: modules.map(({ id, name, hidden, options }) => ({
    id,
    name,
    hidden,
    options: options.map((option) => ({ id: option.id, name: option.name, hidden: option.hidden })),
  })),
});
