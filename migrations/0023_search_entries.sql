CREATE TABLE "search_entries" (
	"kind" smallint NOT NULL,
	"ref" bigint NOT NULL,
	"words" text NOT NULL,
	CONSTRAINT "search_entries_kind_ref_pk" PRIMARY KEY("kind","ref")
);
