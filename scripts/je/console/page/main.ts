/// <reference lib="dom" />
/** The page: three tabs. @module */
import { announcements } from "./announce.ts";
import { configureView } from "./configure/configure_view.ts";
import { fill, h } from "./elements.ts";
import { resultsView } from "./results/results_view.ts";
import { tabs } from "./tabs.ts";
import { tasksView } from "./tasks_view.ts";

function start(page: HTMLElement): void {
  const configure = configureView();
  const choose = (id: string): void => {
    show("configure");
    configure.chooseTask(id);
  };
  const { list, panels, show } = tabs("Console", [
    { id: "configure", title: "Configure", content: configure.element },
    { id: "tasks", title: "Tasks", content: tasksView(choose) },
    { id: "results", title: "Results", content: resultsView() },
  ]);
  fill(
    page,
    h(
      "header",
      {},
      h("h1", {}, "Permafrost JE console"),
      h("p", {}, "Configure runs of je-v1, and look at what came of them."),
      list,
    ),
    h("main", {}, h("h2", { class: "only-read" }, "Console"), panels),
    h(
      "footer",
      {},
      h(
        "p",
        {},
        "One file, which sends nothing and fetches nothing. The experiment is a rebuild: what was lost of its source, and so inferred, says so.",
      ),
    ),
    announcements(),
  );
}

start(document.getElementById("page")!);
