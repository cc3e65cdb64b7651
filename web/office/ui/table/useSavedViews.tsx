import { useMutation } from '@tanstack/react-query';
import {
  changeView,
  createView,
  orderViews,
  removeView,
  type TableView,
} from '#contract/company/userSettings/settings.ts';
import { changed, refreshed } from '#web/office/lib/refresh.ts';
import { call } from '../../lib/call.ts';
import type { TableSettings } from '../../lib/tableSettings.ts';
import { toast } from '../toast.tsx';

type ViewBody = Pick<TableView, 'name' | 'search' | 'columns' | 'shared'>;

/** Mutations of the user's saved views of a table. A toast or the calling form shows refusals. */
export function useSavedViews(table: string, { userId, prefs, change, views }: TableSettings) {
  const params = { userId, table };
  const one = (viewId: number) => ({ userId, viewId });

  const create = useMutation({
    meta: { inline: true },
    mutationFn: async (body: ViewBody) => (await call(createView, { params, body })).data,
    onSuccess: () => refreshed(),
  });
  const edit = useMutation({
    meta: { inline: true },
    mutationFn: async ({ id, ...body }: Partial<ViewBody> & { id: number; version: number }) =>
      (await call(changeView, { params: one(id), body })).data,
    onError: () => changed(changeView),
    onSettled: () => refreshed(),
  });
  const order = useMutation({
    mutationFn: (ids: number[]) => call(orderViews, { params, body: { ids } }),
    onError: () => changed(orderViews),
    onSettled: () => refreshed(),
  });
  const remove = useMutation({
    mutationFn: (view: TableView) => call(removeView, { params: one(view.id) }),
    onSuccess: async (_, view) => {
      const opens = prefs.default_view === view.id;
      if (opens) change({ default_view: null });
      await refreshed();
      toast.undo(`Vista «${view.name}» quitada.`, () => {
        const { name, search, columns, shared } = view;
        create
          .mutateAsync({ name, search, columns, shared })
          .then((again) => opens && change({ default_view: again.id }), toast.error);
      });
    },
  });
  return { create, edit, order, remove, own: views.filter((view) => view.own) };
}
