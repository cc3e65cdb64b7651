import { createFileRoute } from '@tanstack/react-router';
import { getSurvey, listSatisfaction, listSurveys } from '#contract/care/survey/endpoints.ts';
import { SatisfactionPage } from '#web/office/features/care/survey/SatisfactionPage.tsx';
import { figuresOf, SurveysSearch } from '#web/office/features/care/survey/surveySearch.ts';
import { preload, preloadList, preloadOpen } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/satisfaccion/')({
  staticData: { title: 'Satisfacción', module: 'reportes', help: 'satisfaccion' },
  validateSearch: SurveysSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    preloadList(context, listSurveys, deps);
    preload(context, listSatisfaction, { query: figuresOf(deps) });
    preloadOpen(context, getSurvey, deps.respuesta);
  },
  component: () => <SatisfactionPage search={Route.useSearch()} />,
});
