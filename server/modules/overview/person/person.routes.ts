import * as api from '#contract/overview/person/endpoints.ts';
import type { Module } from '#server/kernel/core.ts';
import { route } from '#server/kernel/route.ts';
import { mayOpenPerson } from '#server/modules/sales/people/people.scope.ts';
import { changePerson, readPerson } from './person.service.ts';
import { undoMerge } from '#server/modules/sales/coincidences/merge.service.ts';

export const customersModule: Module = {
  name: 'customers',
  records: { persona: mayOpenPerson },
  routes(app) {
    route(app, api.getPerson, async (ctx, { params }) => ({ data: await readPerson(ctx, params.id) }));
    route(app, api.changePerson, async (ctx, { params, body }) => {
      await changePerson(ctx, params.id, body);
      return { data: await readPerson(ctx, params.id) };
    });
    route(app, api.undoMerge, async (ctx, { params }) => {
      const person_id = await undoMerge(ctx, params.id);
      return { success: 'Fusión deshecha: cada registro volvió a su persona.', data: { person_id } };
    });
  },
};
