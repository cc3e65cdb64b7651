import { createFileRoute } from '@tanstack/react-router';
import { BooksPage } from '#web/office/features/money/books/BooksPage.tsx';
import { BooksSearch } from '#web/office/features/money/books/booksSearch.ts';

export const Route = createFileRoute('/oficina/estados-financieros/')({
  staticData: {
    title: 'Estados financieros',
    module: 'contabilidad',
    help: 'estados-y-bancos#los-cuadros',
  },
  validateSearch: BooksSearch,
  component: () => <BooksPage search={Route.useSearch()} />,
});
