import { lifeOfAList } from "../life-of-a-list.js";

export default {
  fetch: async () => new Response(await lifeOfAList()),
};
