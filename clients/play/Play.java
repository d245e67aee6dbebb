// Play whole games with the Java client that openapi-generator generated: all seats, at random.
// `make clients` compiles it, and prints the class path.

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.GamesApi;
import org.openapitools.client.api.TurnsApi;
import org.openapitools.client.model.*;

public final class Play {
  private final Random luck = new Random(7);
  private final Map<String, ApiClient> clients = new HashMap<>();
  private final String url;

  private Play(String url) {
    this.url = url;
  }

  private ApiClient as(String token) {
    return clients.computeIfAbsent(token, this::connect);
  }

  private ApiClient connect(String token) {
    ApiClient client = new ApiClient();
    client.updateBaseUri(url);
    if (!token.isEmpty()) {
      client.setRequestInterceptor(asked -> asked.header("Authorization", "Bearer " + token));
    }
    return client;
  }

  private Legal ahead(String game, String token, List<String> after) throws ApiException {
    return new TurnsApi(as(token)).legal(game, after, null, null, null, null, null);
  }

  /** Chooses a turn; no question is left after a step that ends it. */
  private List<String> think(String game, String token) throws ApiException {
    List<String> steps = new ArrayList<>();
    while (true) {
      Legal ahead = ahead(game, token, steps);
      if (ahead.getChoices() == null) return steps;
      List<Option> options = ahead.getChoices().getOptions();
      Option chosen = options.get(luck.nextInt(options.size()));
      steps.add(chosen.getStep());
      if (chosen.getBarrier()) return steps;
    }
  }

  private AfterTurnOrMinimal post(String game, String token, int rev, List<String> steps)
      throws ApiException {
    String prefer = rev % 2 == 1 ? "return=minimal" : null;
    TurnBody turn = new TurnBody().steps(steps);
    return new TurnsApi(as(token)).postTurn(game, "\"" + rev + "\"", turn, prefer, null, null);
  }

  /** Previews a turn without playing it, and is refused one. */
  private void attempt(String game, String token, int rev) throws ApiException {
    List<String> steps = think(game, token);
    PreviewBody wanted = new PreviewBody().rev(rev).steps(steps);
    Preview tried = new TurnsApi(as(token)).preview(game, wanted, null, null);
    check(tried.getComplete() && ahead(game, token, steps).getChoices() == null, "a question is left");
    try {
      post(game, token, rev, List.of("x"));
    } catch (ApiException refused) {
      check(refused.getResponseBody().contains("illegal-step"), refused.getResponseBody());
      return;
    }
    check(false, "an illegal step was played");
  }

  private static void check(boolean holds, String otherwise) {
    if (!holds) throw new IllegalStateException(otherwise);
  }

  private Game play(String ruleset) throws ApiException {
    SeatWanted user = new SeatWanted().holder("user");
    NewGame wanted = new NewGame().ruleset(RulesetName.fromValue(ruleset)).seats(List.of(user, user));
    NewGameAnswer made = new GamesApi(as("")).createGame(wanted, null, null, null);
    Map<String, String> tokens = made.getTokens().getSeats();
    String id = made.getId();
    Game start = new GamesApi(as("")).getGame(id, null, null, null, null);
    List<Awaited> awaited = start.getAwaited();
    int rev = start.getRev();
    attempt(id, tokens.get(String.valueOf(awaited.get(0).getSeat())), rev);
    while (!awaited.isEmpty()) {
      String token = tokens.get(String.valueOf(awaited.get(0).getSeat()));
      // A minimal answer is read as a full one, without what it lacks.
      AfterTurn played = post(id, token, rev, think(id, token)).getAfterTurn();
      check((played.getView() == null) == (rev % 2 == 1), "the answer has the wrong shape");
      check(played.getRev() > rev, "no entry was added");
      rev = played.getRev();
      awaited = played.getAwaited();
    }
    Game end = new GamesApi(as("")).getGame(id, null, null, null, null);
    check(end.getStatus() == GameStatus.OVER && end.getRev() == rev, "the game goes on");
    return end;
  }

  public static void main(String[] arguments) throws ApiException {
    Play play = new Play(arguments[0]);
    for (int index = 1; index < arguments.length; index++) {
      Game end = play.play(arguments[index]);
      StringBuilder line = new StringBuilder(String.valueOf(end.getRev()));
      for (Standing each : end.getResult()) line.append(' ').append(each.getRank());
      System.out.println(line);
    }
  }
}
