DROP INDEX "lots_words";--> statement-breakpoint
CREATE INDEX "lots_words" ON "lots" USING gin (name gin_trgm_ops,block gin_trgm_ops) WITH (gin_pending_list_limit=128);