CREATE TABLE "chat_opt_outs" (
	"number_hash" text PRIMARY KEY NOT NULL,
	"since" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "imports" ALTER COLUMN "file_id" DROP NOT NULL;