CREATE TABLE "realtime_members" (
	"channel" text NOT NULL,
	"socket_id" text NOT NULL,
	"node_id" uuid NOT NULL,
	"member_id" text NOT NULL,
	"info" jsonb NOT NULL,
	CONSTRAINT "realtime_members_channel_socket_id_pk" PRIMARY KEY("channel","socket_id")
);
--> statement-breakpoint
CREATE TABLE "realtime_nodes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "realtime_members" ADD CONSTRAINT "realtime_members_node_id_realtime_nodes_id_fk" FOREIGN KEY ("node_id") REFERENCES "public"."realtime_nodes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "realtime_members_node" ON "realtime_members" USING btree ("node_id");--> statement-breakpoint
-- Who is connected lives as long as the processes: nothing to keep after a crash, nothing to write ahead.
ALTER TABLE "realtime_members" SET UNLOGGED;--> statement-breakpoint
ALTER TABLE "realtime_nodes" SET UNLOGGED;
